/**
 * Privacy: export, erasure and retention of personal data.
 *
 * - person     the recipient with a given email address
 * - export     all data about a person as one document
 * - erasure    deletes all data about a person; ids, states, times, history and counts remain
 * - retention  deletes addresses some days after the gift has ended
 *
 * Each lower module exports and deletes the data of its own tables; this module calls them in one
 * transaction. The audit log records the action without the person.
 */
export { type Erasure, erasePersonalData } from './erase.ts'
export { exportPersonalData, type PersonalDataExport } from './export.ts'
export { purgeAllAccounts, purgeEndedGifts } from './retention.ts'
