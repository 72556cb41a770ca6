/**
 * Reads tables from files and from pasted text. This is the only reader of all imports, in the service and in
 * the web app. Nothing in this folder needs Node, except the thread.
 *
 * - **Table**: the rows of delimited text or of a sheet, below their header.
 * - **Format**: how a table was read: encoding, delimiter, sheet and line of the
 * header. A person can choose each.
 * - **Text** and **value**: a cell as a person reads it, and a cell that is a number, a code or a key.
 * - **Damage**: what a spreadsheet has made of a value: 6.03628E+15, #N/A, ####, a formula.
 */
export { toEmailKey } from '#contract/email-address'
export * from './clean-cell.ts'
export * from './country-codes.ts'
export * from './encoding-names.ts'
export * from './guess-columns.ts'
export { toPlainText } from './html-text.ts'
export * from './known-columns.ts'
export * from './mailboxes.ts'
export * from './preset-names.ts'
export * from './presets.ts'
export { type ReadOptions, readTable } from './read-table.ts'
export { delimiters } from './split-cells.ts'
export * from './table.ts'
