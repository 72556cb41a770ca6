/**
 * The types of the admin API. A test of the layers allows imports from the service only in this file and in
 * `api.ts`.
 */
export type * from '../../../src/http/admin/admin-api.ts'
export type * from '../../../src/http/admin/contract.ts'
