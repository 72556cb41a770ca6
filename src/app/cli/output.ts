import pc from 'picocolors'

export { formatPairs, formatTable, printResult } from '#cli/print'

/** The text that is printed after a secret that is shown only once. */
export const shownOnceNotice = pc.yellow('Save this now: it is not shown again.')
