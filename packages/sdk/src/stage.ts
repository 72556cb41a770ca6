import { ConfigurationError } from './errors.ts'

export type Stage = 'staging' | 'production'

/** The stage that a token or key names; undefined when it names none. */
export const parseCredentialStage = (credential: string): Stage | undefined =>
  /^svc-(?:v1|key)-(staging|production)-/.exec(credential)?.[1] as Stage | undefined

/**
 * The stage that an address gives away: one of its words is `staging` or `production`, as in
 * `gifts-staging.example.com`. Most addresses say nothing.
 */
function guessUrlStage(baseUrl: string): Stage | undefined {
  const labels = new URL(baseUrl).hostname.split(/[.-]/)
  const matches = (['staging', 'production'] as const).filter((stage) => labels.includes(stage))
  return matches.length === 1 ? matches[0] : undefined
}

/** Refuses a token that the service at this address would refuse, before it travels there. */
export function assertStageMatches(
  credential: string,
  baseUrl: string,
  configuredStage: Stage | undefined,
): void {
  const expected = configuredStage ?? guessUrlStage(baseUrl)
  const actual = parseCredentialStage(credential)
  if (expected === undefined || actual === undefined || expected === actual) return
  throw new ConfigurationError(
    `This is a token of ${actual}, and ${baseUrl} is ${expected}. Nothing was sent. ` +
      `Use a token of ${expected}, or the base URL of ${actual}.`,
  )
}
