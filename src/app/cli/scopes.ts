/** The description of the option --scopes. */
export const scopesHelp =
  'the permissions, separated by commas; default: *, full access without endpoints:write'

/** Splits the value of --scopes. The domain validates the names. */
export const splitScopes = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
