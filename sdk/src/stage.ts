import { ConfigurationError } from './errors.ts'

export type Stage = 'staging' | 'production'

/** The stage that a token or key names; undefined when it names none. */
export const stageIn = (credential: string): Stage | undefined =>
  /^svc-(?:v1|key)-(staging|production)-/.exec(credential)?.[1] as Stage | undefined

/**
 * The stage that an address gives away: one of its words is `staging` or `production`, as in
 * `gifts-staging.example.com`. Most addresses say nothing.
 */
function stageOf(baseUrl: string): Stage | undefined {
  const words = new URL(baseUrl).hostname.split(/[.-]/)
  const found = (['staging', 'production'] as const).filter((stage) => words.includes(stage))
  return found.length === 1 ? found[0] : undefined
}

/** Refuses a token that the service at this address would refuse, before it travels there. */
export function checkStage(credential: string, baseUrl: string, told: Stage | undefined): void {
  const needed = told ?? stageOf(baseUrl)
  const given = stageIn(credential)
  if (needed === undefined || given === undefined || needed === given) return
  throw new ConfigurationError(
    `This is a token of ${given}, and ${baseUrl} is ${needed}. Nothing was sent. ` +
      `Use a token of ${needed}, or the base URL of ${given}.`,
  )
}
