//! Answers each line on its input, a flag and a context, with a line: what Unleash's SDK says, with `true` as the default.
use std::{env, error::Error, io, sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::time::sleep;
use unleash_api_client::client::{Client, ClientBuilder, FeatureKey};
use unleash_api_client::context::Context;

/// Flags are named by texts.
#[derive(Clone, Copy, Debug)]
enum NoKey {}

impl FeatureKey for NoKey {
    fn name(self) -> &'static str {
        match self {}
    }
}

fn ask(unleash: &Client<NoKey>, flag: &str, context: &Context) -> Value {
    let variant = unleash.get_variant_str(flag, context);
    let value = variant.payload.get("value").filter(|_| variant.enabled);
    json!({ "isEnabled": unleash.is_enabled_str(flag, Some(context), true), "value": value })
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let unleash = Arc::new(
        ClientBuilder::default()
            .enable_string_features()
            .interval(1_000)
            .into_client::<NoKey>(
                &format!("{}/unleash/api/", env::var("BURGEE")?),
                "interop",
                "interop-1",
                Some(env::var("BURGEE_SDK_KEY")?),
            )?,
    );
    unleash.register().await?;
    let polling = unleash.clone();
    tokio::spawn(async move { polling.poll_for_updates().await });
    while unleash.cached_state().is_none() {
        sleep(Duration::from_millis(10)).await;
    }
    for line in io::stdin().lines() {
        let mut question: Value = serde_json::from_str(&line?)?;
        let context: Context = serde_json::from_value(question["context"].take())?;
        println!("{}", ask(&unleash, question["flag"].as_str().unwrap_or_default(), &context));
    }
    std::process::exit(0)
}
