/**
 * Privacy: what an account holds of a person, and how it goes.
 *
 * - person     whoever has an e-mail address that gifts went to
 * - export     everything that is held of them, as one document
 * - erasure    all of it goes, at their wish; what is left is ids, states, times, history and counts
 * - retention  an address goes by itself, some days after its gift has ended
 *
 * Each room below takes its own share out of its own tables; here they are called together, in one
 * transaction, and the audit log says so without saying of whom.
 */
export { type Erasure, erasePersonalData } from './erase.ts'
export { exportPersonalData, type PersonalDataExport } from './export.ts'
export { purgeAllAccounts, purgeEndedGifts } from './retention.ts'
