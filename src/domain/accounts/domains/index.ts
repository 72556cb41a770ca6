/**
 * Domains of an account, which a TXT record in the DNS proves.
 *
 * - A domain is *proven* while its record exists. One account at a time has the proof.
 * - A *check* looks the record up: on demand, and once a day. A proof ends three days after the record is gone.
 */
export {
  addDomain,
  checkDomain,
  findAccountOfDomain,
  findMissingRecords,
  isHostOfProvenDomain,
  isProvenDomain,
  removeDomain,
} from './domains.ts'
export { challengeRecord } from './lookup.ts'
export { list as listDomains } from './store.ts'
export type { Domain, DomainProblem, DomainRow } from './tables.ts'
