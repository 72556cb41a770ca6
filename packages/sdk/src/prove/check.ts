import type { TestDelivery } from '../testing.ts'
import type { Probe } from './probe.ts'

/** A check of one property of a receiver. */
export interface Check {
  id: string
  title: string
  why: string
  fix: string
  /** The outcome if the receiver has a defect. */
  severity: 'failed' | 'warning'
  /** If true and the receiver fails this check, the proof skips the later checks. */
  isPrerequisite?: true
  /** Returns the reason why the check cannot run. Returns undefined if it can run. */
  skipReason?(probe: Probe): string | undefined
  /** Runs the check. Returns the defect, or undefined if there is none. */
  run(probe: Probe): Promise<string | undefined>
}

export const minute = 60_000
export const hour = 60 * minute
export const ago = (ms: number) => new Date(Date.now() - ms)

/** Runs several steps one after the other until a step finds a defect. Returns that defect. */
export async function firstDefect(
  steps: readonly (() => Promise<string | undefined>)[],
): Promise<string | undefined> {
  for (const step of steps) {
    const defect = await step()
    if (defect !== undefined) return defect
  }
  return undefined
}

/** Returns the delivery with changed headers. The value undefined removes a header. */
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
