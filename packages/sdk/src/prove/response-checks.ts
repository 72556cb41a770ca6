import type { Check } from './check.ts'

/** The checks that a receiver answers with the right status in time. These checks run last. */
export const responseChecks: readonly Check[] = [
  {
    id: 'rejects_with_403',
    title: 'Rejects forged deliveries with 403',
    why: 'Any other status hides the reason in the delivery log. A 5xx status looks like a failure of your server.',
    fix: 'Answer 403 if the signature or its age is wrong.',
    severity: 'warning',
    skipReason: ({ rejectionStatuses }) =>
      rejectionStatuses.size === 0 ? 'the receiver rejected no delivery' : undefined,
    run: async ({ rejectionStatuses }) => {
      const others = [...rejectionStatuses].filter((status) => status !== 403)
      return others.length === 0 ? undefined : `the receiver answered ${others.join(' and ')}`
    },
  },
  {
    id: 'answers_quickly',
    title: 'Answers within five seconds',
    why: 'The service waits 15 seconds. A receiver that needs a third of them has no reserve on a busy day.',
    fix: 'Store the event and answer, then process it.',
    severity: 'warning',
    run: async (probe) => {
      const seconds = probe.slowestMs() / 1000
      return seconds * 3 <= probe.timeoutMs / 1000
        ? undefined
        : `the slowest response took ${seconds.toFixed(1)} seconds`
    },
  },
  {
    id: 'still_works',
    title: 'Still accepts valid deliveries at the end',
    why: 'Forged and unusual deliveries must not stop the receiver.',
    fix: 'Look for a crash, a lock or a block list in the log of the receiver.',
    severity: 'failed',
    run: async (probe) => probe.accept(await probe.sign()),
  },
]
