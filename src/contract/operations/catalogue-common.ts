import { Type } from 'typebox'
import type { Parameter, PossibleError } from '../operation.ts'
import { bodyErrors } from './responses.ts'

/* The parts that operations of new resources share. */

export const catalogueErrors: readonly PossibleError[] = [...bodyErrors, { code: 'not_allowed' }]

/** The error of a change that a client makes conditional with If-Match. */
export const changedError: PossibleError = { code: 'invalid_transition', status: 412 }

export const ifMatchNote =
  'With `If-Match` and the `ETag` of an earlier response, the request fails with 412 if the resource has changed since.'

export const dryRun: Parameter = {
  name: 'dry_run',
  description: 'Whether to check everything and change nothing.',
  schema: Type.Boolean({ default: false }),
}

const catalogue = { tag: 'Catalogue', since: '2026-05' } as const
export const readCatalogue = { ...catalogue, scope: 'catalogue:read' } as const
export const writeCatalogue = { ...catalogue, scope: 'catalogue:write' } as const
