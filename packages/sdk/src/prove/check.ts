import type { TestDelivery } from '../testing.ts'
import type { Probe } from './probe.ts'

/** One property of a receiver. */
export interface Check {
  id: string
  title: string
  why: string
  fix: string
  /** The outcome if there is a defect. */
  severity: 'failed' | 'warning'
  /** If a receiver fails this check, the later checks are skipped. */
  isPrerequisite?: true
  /** Returns why the check cannot run; undefined if it can. */
  skipReason?(probe: Probe): string | undefined
  /** Returns the defect; undefined if there is none. */
  run(probe: Probe): Promise<string | undefined>
}

export const minute = 60_000
export const hour = 60 * minute
export const ago = (ms: number) => new Date(Date.now() - ms)

/** The first defect of several steps, which run one after the other. */
export async function firstDefect(
  steps: readonly (() => Promise<string | undefined>)[],
): Promise<string | undefined> {
  for (const step of steps) {
    const defect = await step()
    if (defect !== undefined) return defect
  }
  return undefined
}

/** The delivery with other headers; undefined removes a header. */
export function withHeaders(
  delivery: TestDelivery,
  changes: Readonly<Record<string, string | undefined>>,
): TestDelivery {
  const headers = Object.entries({ ...delivery.headers, ...changes })
  return {
    ...delivery,
    headers: Object.fromEntries(
      headers.filter((pair): pair is [string, string] => pair[1] !== undefined),
    ),
  }
}

export const otherSecret = 'svc-whsec-of-another-endpoint-0123456789abcdef'
