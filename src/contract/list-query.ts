import { type FieldError, throwIfAny, toUnknownParameterErrors } from './api-error.ts'
import { attentionEventTypes, attentionKindNames } from './attention.ts'
import { deliveryStates, eventTypes, statuses } from './events.ts'
import {
  booleanRule,
  countryRule,
  dayRule,
  enumRule,
  type FilterRules,
  type FilterValues,
  lastDayRule,
  textRule,
  timestampRule,
} from './filter-rules.ts'
import { type Page, parsePageQuery } from './paging.ts'
import { parcelStateNames } from './parcel-states.ts'

/** The filters of `GET /campaigns`. */
export const campaignFilters = { state: enumRule('available', 'archived') }

/** The filters of `GET /products`. */
export const productFilters = {
  state: enumRule('available', 'archived'),
  q: textRule,
  stock: enumRule('low'),
}

/** The parameters of `GET /products` for signed-in users only. */
export const productAppFilters = { sort: enumRule('created', 'name') }

/** The filters of `GET /variants`. */
export const variantFilters = {
  sku: textRule,
  product_id: textRule,
  state: enumRule('available', 'archived'),
}

/** The filters of `GET /one_links/{id}/claims`. */
export const claimFilters = { state: enumRule('pending', 'listed', 'offered') }

/** The filters of `GET /recipients`. */
export const recipientFilters = { q: textRule, status: enumRule('thanked', 'declined', 'bounced') }

/** The order of `GET /recipients`, for signed-in users. */
export const recipientAppFilters = { sort: enumRule('created', 'email') }

/** The filters of `GET /events`. */
export const eventFilters = { type: enumRule(...eventTypes), gift_request_id: textRule }

/** The filters of `GET /attention`. */
export const attentionFilters = {
  kind: enumRule(...attentionKindNames),
  cause: textRule,
  state: enumRule('open', 'snoozed', 'cleared'),
  assignee_id: textRule,
  gift_request_id: textRule,
  subject_id: textRule,
}

/** The filters of `GET /reports/…`. */
export const reportFilters = {
  campaign_id: textRule,
  one_link_id: textRule,
  sender_id: textRule,
  variant_id: textRule,
  country: countryRule,
  created_after: timestampRule,
  created_before: timestampRule,
}

/** The filters of `GET /reports/…` for users only: a day, as the lists of the web app have it. */
export const reportAppFilters = { created_from: dayRule }

const formatRule = enumRule('csv', 'jsonl')

/** The filters of `GET /exports/gift_requests`. */
export const giftExportFilters = {
  format: formatRule,
  status: enumRule(...statuses),
  campaign_id: textRule,
  created_after: timestampRule,
  created_before: timestampRule,
}

/** The filters of `GET /exports/stock_levels`. */
export const stockExportFilters = { format: formatRule }

/** The filters of `GET /exports/parcels`. */
export const parcelExportFilters = {
  format: formatRule,
  state: enumRule(...parcelStateNames),
  created_after: timestampRule,
  created_before: timestampRule,
}

/** The filters of `GET /exports/donations`. */
export const donationExportFilters = {
  format: formatRule,
  product_id: textRule,
  donated_after: timestampRule,
  donated_before: timestampRule,
}

/** The filters of `GET /deliveries`. */
export const deliveryFilters = {
  endpoint_id: textRule,
  event_id: textRule,
  event_type: enumRule(...eventTypes, ...attentionEventTypes),
  gift_request_id: textRule,
  state: enumRule(...deliveryStates),
  response_status: enumRule('2xx', '3xx', '4xx', '5xx', 'none'),
  is_test: booleanRule,
  created_after: timestampRule,
  created_before: timestampRule,
}

/** The filters of `GET /deliveries` for signed-in users. */
export const deliveryAppFilters = {
  /** A reference or an id. */
  gift: textRule,
  created_from: dayRule,
  created_until: lastDayRule,
  /** Deliveries with an attempt that started in this time range. */
  attempted_from: timestampRule,
  attempted_until: timestampRule,
  attempt_outcome: enumRule('arrived', 'failed'),
}

/**
 * Parses the query string of a list: paging and filters. Throws a 400 error with all field errors at once,
 * including unknown parameters.
 *
 * @param maxLimit  the largest page; a larger `limit` is clamped to it
 */
export function parseListQuery<const R extends FilterRules>(
  query: unknown,
  rules: R,
  maxLimit = 100,
): { page: Page; filter: FilterValues<R> } {
  const fieldErrors: FieldError[] = []
  const {
    page,
    fieldErrors: pageErrors,
    otherParams,
  } = parsePageQuery(query as Record<string, unknown>, maxLimit)
  fieldErrors.push(...pageErrors)
  const filter = collectFilters(otherParams, rules, fieldErrors)
  throwIfAny(fieldErrors.map((fieldError) => ({ ...fieldError, in: 'query' as const })))
  return { page, filter }
}

/** Parses a query string that has only filters. Throws a 400 error with all field errors at once. */
export function parseFilters<const R extends FilterRules>(
  query: unknown,
  rules: R,
): FilterValues<R> {
  const fieldErrors: FieldError[] = []
  const filter = collectFilters(query as Record<string, unknown>, rules, fieldErrors)
  throwIfAny(fieldErrors.map((fieldError) => ({ ...fieldError, in: 'query' as const })))
  return filter
}

/** Returns the valid filters, and adds an error for each other parameter. */
function collectFilters<const R extends FilterRules>(
  params: Readonly<Record<string, unknown>>,
  rules: R,
  fieldErrors: FieldError[],
): FilterValues<R> {
  const filter: Record<string, unknown> = {}
  const { pairsByName, plainParams } = groupPairs(params, rules)
  for (const [name, pairs] of pairsByName) {
    const rule = rules[name]
    const value = rule?.parsePairs?.(pairs)
    if (value === undefined)
      fieldErrors.push({ code: 'invalid', param: name, message: rule?.remedy ?? '' })
    else filter[name] = value
  }
  for (const [param, rawValue] of plainParams) {
    const rule = Object.hasOwn(rules, param) ? rules[param] : undefined
    if (rule === undefined) {
      fieldErrors.push(...toUnknownParameterErrors([param], 'query'))
      continue
    }
    const hasNul = typeof rawValue === 'string' && rawValue.includes('\0')
    const value = typeof rawValue === 'string' && !hasNul ? rule.parse(rawValue) : undefined
    const message = hasNul ? 'must not contain a NUL character' : rule.remedy
    if (value === undefined) fieldErrors.push({ code: 'invalid', param, message })
    else filter[param] = value
  }
  return filter as FilterValues<R>
}

/** Separates parameters with a name in brackets from the others. A repeated parameter or a NUL is no pair. */
function groupPairs(
  params: Readonly<Record<string, unknown>>,
  rules: FilterRules,
): { pairsByName: Map<string, Record<string, string>>; plainParams: [string, unknown][] } {
  const pairsByName = new Map<string, Record<string, string>>()
  const plainParams: [string, unknown][] = []
  for (const [param, value] of Object.entries(params)) {
    const [, name = '', key = ''] = /^(\w+)\[([^\]]*)\]$/.exec(param) ?? []
    const isPair = Object.hasOwn(rules, name) && rules[name]?.parsePairs !== undefined
    if (!isPair || typeof value !== 'string' || `${key}${value}`.includes('\0'))
      plainParams.push([isPair ? name : param, value])
    else pairsByName.set(name, { ...pairsByName.get(name), [key]: value })
  }
  return { pairsByName, plainParams }
}
