import { Schemas } from 'scimmy'
import { ApiError } from '#contract'
import { groupSchema } from './group-resource.ts'
import { maxPageSize, toListResponse } from './query.ts'
import { userSchema } from './user-resource.ts'

/*
 * What the server supports (RFC 7644, 4). The schemas are those of the library, without the attributes that Bestow ignores.
 */

const userAttributeNames = ['userName', 'name', 'displayName', 'emails', 'active', 'groups']
const groupAttributeNames = ['displayName', 'members']

const describeSchemas = (base: string) => [
  describeSchema(Schemas.User.definition, userAttributeNames, base),
  describeSchema(Schemas.Group.definition, groupAttributeNames, base),
]

type Definition = typeof Schemas.User.definition

function describeSchema(definition: Definition, names: readonly string[], base: string) {
  const described = definition.describe(`${base}/Schemas`)
  const attributes = described.attributes.filter(({ name }) => names.includes(String(name)))
  return { ...described, attributes }
}

export const listSchemas = (base: string) => toList(describeSchemas(base))

export const getSchema = (base: string, id: string) => findById(describeSchemas(base), id)

const describeResourceTypes = (base: string) =>
  [
    { id: 'User', endpoint: '/Users', schema: userSchema },
    { id: 'Group', endpoint: '/Groups', schema: groupSchema },
  ].map((type) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...type,
    name: type.id,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }))

export const listResourceTypes = (base: string) => toList(describeResourceTypes(base))

export const getResourceType = (base: string, id: string) =>
  findById(describeResourceTypes(base), id)

const toList = (resources: readonly object[]) =>
  toListResponse(resources, { total: resources.length })

function findById<T extends { id: string }>(resources: readonly T[], id: string): T {
  const found = resources.find((each) => each.id === id)
  if (found === undefined) throw new ApiError('not_found')
  return found
}

export const describeServer = (base: string, documentationUri: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxPageSize },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token of the account from Settings, Provisioning.',
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})
