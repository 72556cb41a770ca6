import type { CheckResult, Proof } from '../sdk-prove.ts'

export type Outcome = CheckResult['outcome']

export const outcomes: readonly Outcome[] = ['failed', 'warning', 'passed', 'skipped']

/** Counts the checks with each outcome. */
export const countOutcomes = ({ results }: Proof): Readonly<Record<Outcome, number>> =>
  Object.fromEntries(
    outcomes.map((outcome) => [outcome, results.filter((each) => each.outcome === outcome).length]),
  ) as Record<Outcome, number>

/** Returns the result of a proof in one sentence. */
export function summarize(proof: Proof): string {
  const { failed, warning, passed, skipped } = countOutcomes(proof)
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(warning > 0 ? [`${warning} ${warning === 1 ? 'warning' : 'warnings'}`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  return `${counts.join(', ')}. ${proof.sent} deliveries in ${(proof.ms / 1000).toFixed(1)} s.`
}
