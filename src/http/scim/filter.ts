import { Types } from 'scimmy'
import type * as accounts from '#accounts'
import { scimError } from './errors.ts'

const maxLength = 1_000
const maxTerms = 20
const maxExpandedTerms = 200 // the parser turns alternatives within a conjunction into more terms

/** The members of users that a filter can compare, by the names of their attributes. */
// biome-ignore format: read down the columns
export const userAttributes: Readonly<Record<string, accounts.UserMember>> = {
  id:                'id',
  externalid:        'external_id',
  username:          'user_name',
  displayname:       'name',
  'name.formatted':  'name',
  'name.givenname':  'given_name',
  'name.familyname': 'family_name',
  emails:            'email',
  'emails.value':    'email',
  active:            'is_active',
}

// biome-ignore format: read down the columns
export const groupAttributes: Readonly<Record<string, accounts.GroupMember>> = {
  id:              'id',
  externalid:      'external_id',
  displayname:     'display_name',
  members:         'member',
  'members.value': 'member',
}

/** One comparison of a filter: the lower-case name of the attribute, and what it is compared with. */
export interface Comparison {
  attribute: string
  comparator: string
  value: unknown
  isNegated: boolean
}

/**
 * Parses a filter (RFC 7644, 3.4.2.2) into alternatives of comparisons. Limits its length and its terms first, because the
 * parser multiplies alternatives.
 */
export function parseComparisons(text: string): Comparison[][] {
  if (text.length > maxLength)
    throw invalidFilter(`The filter must have at most ${maxLength} characters.`)
  const unquoted = text.replaceAll(/"[^"]*"/g, '""')
  if ((unquoted.match(/\b(?:eq|ne|co|sw|ew|gt|lt|ge|le|pr)\b/gi) ?? []).length > maxTerms)
    throw invalidFilter(`The filter must have at most ${maxTerms} terms.`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no value has them, and PostgreSQL rejects U+0000
  if (/[\0-\x1f]/.test(text)) throw invalidFilter('The filter must not have control characters.')
  const alternatives = parse(text).map((each) => flatten('', each))
  if (alternatives.flat().length > maxExpandedTerms || alternatives.length === 0)
    throw invalidFilter('The filter has too many alternatives. Send several requests.')
  return alternatives
}

const invalidFilter = (detail: string) => scimError('invalidFilter', detail)

function parse(text: string): object[] {
  try {
    return [...new Types.Filter(text)] as object[]
  } catch (error) {
    throw invalidFilter(
      error instanceof Types.Error ? `${error.message}.` : 'The filter has the wrong form.',
    )
  }
}

/** Returns the comparisons in an expression of the parser: `{ name: { givenName: ['eq', 'Ada'] } }`. */
function flatten(path: string, expression: unknown): Comparison[] {
  if (!Array.isArray(expression))
    return Object.entries(expression ?? {}).flatMap(([name, inner]) =>
      flatten(path === '' ? toAttributeName(name) : `${path}.${name.toLowerCase()}`, inner),
    )
  if (expression.every(Array.isArray)) return expression.flatMap((each) => flatten(path, each))
  const isNegated = String(expression[0]).toLowerCase() === 'not'
  const [comparator, value] = expression.slice(isNegated ? 1 : 0)
  if (typeof comparator !== 'string' || (comparator !== 'pr' && value === undefined))
    throw invalidFilter(`${path} has no value to compare with.`)
  return [{ attribute: path, comparator: comparator.toLowerCase(), value, isNegated }]
}

const coreUrn = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i

/** Returns the name of an attribute as tables have it: without the URN of its schema, in lower case (RFC 7643, 2.1). */
export const toAttributeName = (path: string): string =>
  path.replace(coreUrn, '').trim().toLowerCase()

/** Parses the filter of a list. Throws for an attribute or a comparator that lists cannot be filtered by. */
export function parseFilter<Member extends string>(
  text: string | undefined,
  attributes: Readonly<Record<string, Member>>,
): accounts.ProvisioningFilter<Member> {
  if (text === undefined) return []
  return parseComparisons(text).map((comparisons) =>
    comparisons.filter((each) => !isWorkEmail(each)).map((each) => toTerm(each, attributes)),
  )
}

/** Returns whether a comparison is true for each user, who has one address, of the type work. */
const isWorkEmail = ({ attribute, comparator, value, isNegated }: Comparison) =>
  attribute === 'emails.type' && comparator === 'eq' && value === 'work' && !isNegated

function toTerm<Member extends string>(
  { attribute, comparator, value, isNegated }: Comparison,
  attributes: Readonly<Record<string, Member>>,
): accounts.FilterTerm<Member> {
  const member = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined
  if (member === undefined)
    throw invalidFilter(
      `Lists cannot be filtered by ${attribute}. Use one of ${Object.keys(attributes).join(', ')}.`,
    )
  if (value === null && (comparator === 'eq' || comparator === 'ne'))
    return { member, comparator: 'pr', value: '', isNegated: (comparator === 'eq') !== isNegated }
  if (!isComparator(comparator))
    throw invalidFilter(
      `The comparator ${comparator} is not supported. Use ${comparators.join(', ')}.`,
    )
  return { member, comparator, value: String(value ?? ''), isNegated }
}

const comparators: readonly accounts.Comparator[] = ['eq', 'ne', 'co', 'sw', 'ew', 'pr']
const isComparator = (text: string): text is accounts.Comparator =>
  comparators.some((each) => each === text)
