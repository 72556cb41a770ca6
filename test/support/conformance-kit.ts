import { describe, it } from 'node:test'

/** A check of a conformance kit. */
export interface Check<Context> {
  name: string
  run(context: Context): Promise<void> | void
}

/** Creates a kit from its checks. `open` prepares one check, and closes what it has opened. */
export function createKit<Subject, Context>(
  checks: readonly Check<Context>[],
  open: (subject: Subject, run: (context: Context) => Promise<void>) => Promise<void>,
) {
  const runCheck = (check: Check<Context>, subject: Subject) =>
    open(subject, async (context) => check.run(context))
  return {
    /** Registers a test for each check. */
    test(name: string, subject: Subject): void {
      describe(name, () => {
        for (const check of checks) it(check.name, () => runCheck(check, subject))
      })
    },
    /** Returns whether the subject fails a check. */
    async fails(subject: Subject, name: string): Promise<boolean> {
      const check = checks.find((each) => each.name === name)
      if (check === undefined) throw new Error(`the kit has no check '${name}'`)
      return runCheck(check, subject).then(
        () => false,
        () => true,
      )
    },
  }
}
