import { Messages } from 'scimmy'
import { scimError } from './errors.ts'
import { isObject } from './values.ts'

/** An operation of a PATCH on one attribute. */
export interface PatchOperation {
  op: 'add' | 'remove' | 'replace'
  path: string
  /** Undefined for the removal of the whole attribute. */
  value: unknown
}

const maxOperations = 1_000
const maxPathLength = 1_000

/**
 * Reads the operations of a PATCH (RFC 7644, 3.5.2). An operation without a path becomes one for each member of its value.
 *
 * `PatchOp` of the library validates the message. Its `apply` is not used: it rejects the booleans of Entra ID, which are
 * texts, attributes that the schema does not have, names in another case and paths with the URN of the schema. It would also
 * compare every removed member of a group with every member.
 */
export function readOperations(body: unknown): PatchOperation[] {
  if (!isObject(body)) throw scimError('invalidSyntax', 'The body must be an object.')
  const { Operations: operations } = body
  const list = Array.isArray(operations) ? operations : []
  if (list.length > maxOperations)
    throw scimError('invalidValue', `Operations must have at most ${maxOperations} entries.`)
  if (!list.every(isObject)) throw scimError('invalidValue', 'Each operation must be an object.')
  const message = new Messages.PatchOp(body as ConstructorParameters<typeof Messages.PatchOp>[0])
  return (message.Operations as { op: string; path?: string; value?: unknown }[]).flatMap(
    ({ op, path, value }) => {
      const kind = op.toLowerCase() as PatchOperation['op']
      if (path !== undefined && path.length > maxPathLength)
        throw scimError('invalidPath', `A path must have at most ${maxPathLength} characters.`)
      if (path !== undefined && path !== '') return [{ op: kind, path, value }]
      if (!isObject(value))
        throw scimError(
          'invalidValue',
          'The value of an operation without a path must be an object.',
        )
      return Object.entries(value).map(([name, inner]) => ({ op: kind, path: name, value: inner }))
    },
  )
}
