/** What the sign-in page says. */
export const texts = {
  title: 'Sign in',
  emailMissing: 'Enter your email address.',
  passwordMissing: 'Enter your password.',
  toJoin: 'Sign in to join the project you were invited to.',
  toReturn: 'Sign in to continue.',
  welcome: 'Welcome back.',
  newHere: 'New here?',
  register: 'Create an account',
  failed: 'You are not signed in',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
};
