import type { Identity } from '#accounts'
import { invalid } from './response.ts'

/** An element as the library has parsed it from the signed bytes. */
type Element = Readonly<Record<string, unknown>>

const childrenOf = (element: Element | undefined, name: string): Element[] => {
  const children = element?.[name]
  return Array.isArray(children) ? (children as Element[]) : []
}
const childOf = (element: Element | undefined, name: string) => childrenOf(element, name)[0]
const textOf = (element: Element | undefined): string | undefined =>
  typeof element?._ === 'string' ? element._.trim() : undefined
const attributeOf = (element: Element | undefined, name: string): string | undefined => {
  const value = (element?.$ as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' ? value : undefined
}

export interface Expectations {
  entity_id: string
  response_url: string
  request_id: string
  groups_attribute: string
  now: Date
}

const toleranceMs = 60_000
const maxAgeMs = 10 * 60_000
const maxLength = 255
const maxGroups = 1_000
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/**
 * Returns the identity of a signed assertion. Checks what the library leaves open: issuer, recipient, request, age, and that
 * the name of the person lasts. Throws `SignOnFailure`.
 */
export function toIdentity(assertion: Element, expected: Expectations): Identity {
  if (textOf(childOf(assertion, 'Issuer')) !== expected.entity_id) throw invalid('issuer')
  const issuedAt = Date.parse(attributeOf(assertion, 'IssueInstant') ?? '')
  const age = expected.now.getTime() - issuedAt
  if (!(age >= -toleranceMs && age <= maxAgeMs)) throw invalid('issue_instant')
  const subject = childOf(assertion, 'Subject')
  if (!childrenOf(subject, 'SubjectConfirmation').some((each) => isConfirmed(each, expected)))
    throw invalid('subject_confirmation')
  const nameId = childOf(subject, 'NameID')
  const name = textOf(nameId) ?? ''
  const format = attributeOf(nameId, 'Format')
  if (name === '' || name.length > maxLength) throw invalid('name_id')
  if (format === transient) throw invalid('transient_name_id')
  const statement = childOf(assertion, 'AuthnStatement')
  if (statement === undefined) throw invalid('authn_statement')
  const attributes = readAttributes(assertion)
  const authenticatedAt = Date.parse(attributeOf(statement, 'AuthnInstant') ?? '')
  return {
    subject: name,
    email: findEmail(attributes, format?.endsWith(':emailAddress') === true ? name : undefined),
    name: findName(attributes),
    groups: (attributes.get(expected.groups_attribute) ?? [])
      .filter((group) => group.length <= maxLength)
      .slice(0, maxGroups),
    session: attributeOf(statement, 'SessionIndex')?.slice(0, maxLength),
    authenticated_at: Number.isNaN(authenticatedAt) ? undefined : new Date(authenticatedAt),
  }
}

function isConfirmed(confirmation: Element, { response_url, request_id, now }: Expectations) {
  const data = childOf(confirmation, 'SubjectConfirmationData')
  const until = Date.parse(attributeOf(data, 'NotOnOrAfter') ?? '')
  return (
    attributeOf(confirmation, 'Method') === bearer &&
    attributeOf(data, 'Recipient') === response_url &&
    attributeOf(data, 'InResponseTo') === request_id &&
    until > now.getTime() - toleranceMs
  )
}

function readAttributes(assertion: Element): Map<string, string[]> {
  const attributes = new Map<string, string[]>()
  for (const statement of childrenOf(assertion, 'AttributeStatement'))
    for (const attribute of childrenOf(statement, 'Attribute'))
      attributes.set(
        attributeOf(attribute, 'Name') ?? '',
        childrenOf(attribute, 'AttributeValue').flatMap((value) => textOf(value) ?? []),
      )
  return attributes
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'
// biome-ignore format: one attribute a line
const names = {
  email: ['email', 'mail', 'emailAddress', 'urn:oid:0.9.2342.19200300.100.1.3', `${claims}emailaddress`],
  display: ['displayName', 'urn:oid:2.16.840.1.113730.3.1.241', 'http://schemas.microsoft.com/identity/claims/displayname'],
  given: ['givenName', 'firstName', 'urn:oid:2.5.4.42', `${claims}givenname`],
  family: ['surname', 'sn', 'lastName', 'urn:oid:2.5.4.4', `${claims}surname`],
} as const

const first = (attributes: Map<string, string[]>, keys: readonly string[]) =>
  keys.map((key) => attributes.get(key)?.[0]).find((value) => value)

/** Finds the address. The provider of the account answers for it: the format has no flag for a verified address. */
function findEmail(attributes: Map<string, string[]>, nameId: string | undefined) {
  const email = first(attributes, names.email) ?? nameId
  return email !== undefined && email.length <= 254 ? email : undefined
}

function findName(attributes: Map<string, string[]>): string | undefined {
  const parts = [first(attributes, names.given), first(attributes, names.family)]
  const name = first(attributes, names.display) ?? parts.filter(Boolean).join(' ')
  return name === '' ? undefined : name
}
