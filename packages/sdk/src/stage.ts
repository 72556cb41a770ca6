import { ConfigurationError } from './errors.ts'

export type Stage = 'staging' | 'production'

/** Returns the stage in a token or a key. Returns undefined if it contains no stage. */
export const parseCredentialStage = (credential: string): Stage | undefined =>
  /^svc-(?:v1|key)-(staging|production)-/.exec(credential)?.[1] as Stage | undefined

/**
 * Returns the stage in a host name if one of its words is `staging` or `production`, as in
 * `gifts-staging.example.com`. Most host names contain no stage.
 */
function guessUrlStage(baseUrl: string): Stage | undefined {
  const labels = new URL(baseUrl).hostname.split(/[.-]/)
  const matches = (['staging', 'production'] as const).filter((stage) => labels.includes(stage))
  return matches.length === 1 ? matches[0] : undefined
}

/**
 * Throws an error if a token belongs to another stage. The check runs before the token is sent to the
 * address.
 */
export function assertStageMatches(
  credential: string,
  baseUrl: string,
  configuredStage: Stage | undefined,
): void {
  const expected = configuredStage ?? guessUrlStage(baseUrl)
  const actual = parseCredentialStage(credential)
  if (expected === undefined || actual === undefined || expected === actual) return
  throw new ConfigurationError(
    `The token is for ${actual}, but ${baseUrl} is ${expected}. No request was sent. ` +
      `Use a token for ${expected}, or the base URL of ${actual}.`,
  )
}
