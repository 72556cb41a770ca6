import { isCheckedText } from '#platform/checked-text'
import { sha256 } from '#platform/secrets'

/** What a request showed of itself. Secrets are digested before it is kept for a second. */
export interface Headers {
  authorization?: string | undefined
  api_key?: string | undefined
  tenant?: string | undefined
  client?: string | undefined
}

/** How the header Authorization looks, whoever sent it. */
type Form = 'missing' | 'misspelt' | 'malformed' | 'other_stage' | 'well_formed'

export interface Presented {
  form: Form
  /** Digests, in hexadecimal digits: of what stands after `Bearer `, or of the token found elsewhere in the header. */
  token: string | undefined
  api_key: string | undefined
  tenant: string | undefined
  client: string | undefined
}

const wherever = /svc-(?:v1|at|rt|cs|key)-(?:staging|production)-[0-9A-Za-z]{49}/

export function presentedBy(headers: Headers, stage: string): Presented {
  const { authorization = '', api_key, tenant, client } = headers
  const isBearer = authorization.startsWith('Bearer ')
  const text = isBearer ? authorization.slice(7) : authorization
  const [inside] = wherever.exec(text) ?? []
  const token = inside ?? (text === '' ? undefined : text)
  return {
    form: formOf(text, { isBearer, inside }, stage),
    token: token === undefined ? undefined : digest(token),
    api_key: api_key === undefined ? undefined : digest(api_key),
    tenant: tenant?.slice(0, 100),
    client: client?.slice(0, 100),
  }
}

function formOf(
  text: string,
  { isBearer, inside }: { isBearer: boolean; inside: string | undefined },
  stage: string,
): Form {
  if (text.trim() === '') return 'missing'
  if (inside === undefined || !isChecked(inside)) return 'malformed'
  if (!isBearer || inside !== text) return 'misspelt'
  return text.includes(`-${stage}-`) ? 'well_formed' : 'other_stage'
}

const isChecked = (text: string) => isCheckedText(text, text.slice(0, -49))

const digest = (text: string): string => sha256(text).toString('hex')
