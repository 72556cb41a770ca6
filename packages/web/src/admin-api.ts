/** The types of the admin API. The layers test allows imports from the service here and in `api.ts` only. */
export type * from '../../../src/http/admin/admin-api.ts'
export type * from '../../../src/http/admin/contract.ts'
