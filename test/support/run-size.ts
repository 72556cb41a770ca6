/*
 * `npm test` has a short form, for a contributor who waits, and a full form: in CI, with `--all`, and for tests that are
 * named on the command line. The runner (scripts/run-tests.ts) sets the variable. A test file that runs by itself is full.
 */

export const sizeVariable = 'BESTOW_TEST_SIZE'

export const isShortRun = process.env[sizeVariable] === 'short'

/** Returns the number of repetitions for this run: the short form repeats the same test less often. */
export const sizeOfRun = (full: number, short: number): number => (isShortRun ? short : full)
