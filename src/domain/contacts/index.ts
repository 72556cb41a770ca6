/**
 * Contacts: the people an account knows, also before their first gift.
 *
 * - contact      a person with names, addresses, dates and groups. A recipient is a contact who got a gift
 * - group        a named set of contacts
 * - own field    a field of the account's own, as text
 * - external id  the id of a person in another system, such as the HR system
 * - origin       where the value of a field is from: a user, a file, a merge, a source
 * - roster       a list of people outside that a connection reads again and again, such as an address book
 * - source       what makes contacts by itself, such as a roster
 * - double       two contacts that are probably one person
 * - do not gift  the contact gets no gifts, and why
 *
 * An address and an external id belong to one contact of the account.
 */
export {
  createContact,
  deleteContact,
  findContact,
  findContacts,
  listContacts,
  updateContact,
} from './contacts.ts'
export { findDoNotGift } from './do-not-gift.ts'
export { chosenFields, type Double, listDoubles, mergeContacts } from './doubles.ts'
export { createGroup, deleteGroup, listGroups, renameGroup } from './groups.ts'
export { checkImport, type ImportResult, importRows } from './import.ts'
export { type ContactFormat, getReadOptions, toImportRows } from './import-file.ts'
export { ambiguousMessage, type ImportRow } from './import-row.ts'
export { browseContacts } from './list.ts'
export type { ContactFilter } from './list-store.ts'
export { toName } from './names.ts'
export { erase, findByEmail, toPersonDigests } from './privacy.ts'
export {
  endProvisionedUsers,
  followProvisionedUsers,
  followUsersAfter,
  forgetProvisionedUsers,
  listProvisioningProblems,
} from './provisioned.ts'
export {
  defineRoster,
  type KnownEntries,
  maxRosterEntries,
  type Roster,
  type RosterConnector,
  type RosterEntry,
  type RosterReading,
} from './roster.ts'
export {
  addRoster,
  createRosterLoop,
  listRosters,
  removeRoster,
  requestRosterRun,
  runDueRoster,
} from './roster-sync.ts'
export type { Contact, ContactValues } from './tables.ts'
export { isVCard, parseVCards } from './vcard.ts'
