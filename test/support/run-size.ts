/*
 * The size of a test run. `npm test` has a short form, for a contributor who waits, and a full form: in CI,
 * with `--all`, and for tests that the command line names. The runner (scripts/run-tests.ts) sets the
 * variable. A test file that runs by itself uses the full form.
 */

export const sizeVariable = 'BESTOW_TEST_SIZE'

export const isShortRun = process.env[sizeVariable] === 'short'

/** Returns the number of repetitions for this run. The short form repeats the same test less often. */
export const sizeOfRun = (full: number, short: number): number => (isShortRun ? short : full)
