//! Prints a flag, and prints it again when it has another value. Unleash's own SDK decides in this process.
use std::{env, error::Error, sync::Arc, time::Duration};

use tokio::time::sleep;
use unleash_api_client::client::{ClientBuilder, FeatureKey};
use unleash_api_client::context::Context;

/// Flags are named by texts here. In your application, an enum with a name for each flag finds typing errors.
#[derive(Clone, Copy, Debug)]
enum NoKey {}

impl FeatureKey for NoKey {
    fn name(self) -> &'static str {
        match self {}
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let flag = env::var("FLAG")?;
    let unleash = Arc::new(
        ClientBuilder::default()
            .enable_string_features()
            .interval(1_000)
            .into_client::<NoKey>(
                &format!("{}/unleash/api/", env::var("BURGEE")?),
                "example",
                "example-1",
                Some(env::var("BURGEE_SDK_KEY")?),
            )?,
    );
    unleash.register().await?;
    let polling = unleash.clone();
    tokio::spawn(async move { polling.poll_for_updates().await });
    let visitor = Context {
        user_id: Some("visitor-1".into()),
        properties: [("country".into(), "NO".into())].into(),
        ..Context::default()
    };

    let mut last = String::new();
    loop {
        if unleash.cached_state().is_some() {
            let is_on = unleash.is_enabled_str(&flag, Some(&visitor), false);
            let now = format!("{flag} is {} for visitor-1", if is_on { "on" } else { "off" });
            if now != last {
                println!("{now}");
            }
            last = now;
        }
        sleep(Duration::from_millis(500)).await;
    }
}
