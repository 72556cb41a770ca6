import { type Carrier, type PlaceResult, type Scan, toPublicUrl } from '#fulfilment'
import { RequestFailure, sendGuardedRequest } from '#platform/http-client/guarded-request'
import type { CarrierSubject, OpenOptions } from '#test/carrier-kit'
import { isSigned, sign, type ToyParcel, token } from './toy-service.ts'

/** The defects that the kit must find, each with the name of the check that finds it. */
// biome-ignore format: read down the columns
export const defects = {
  'orders again without looking for the reference':  'ships a repeated reference once',
  'returns the label of the first parcel for all':   'gives each parcel a reference of its own',
  'cancels a cancelled parcel in vain':              'cancels a parcel once or twice, also when a response is lost',
  'waits without a timeout':                         'ends a request to a service that does not respond',
  'throws on a body that is no JSON':                'retries after a response that is no answer',
  'blames the parcel when the service is broken':    'retries after a response that is no answer',
  'reads without a limit':                           'does not read an endless response',
  'follows redirects':                               'does not follow a redirect',
  'ignores the address rules':                       'reaches no private address without permission',
  'passes on any URL and time':                      'passes on only web addresses and real times',
  'writes its token into reasons':                   'reveals no credential',
  'accepts unsigned messages':                       'rejects messages that are not signed, or altered',
  'numbers scans by their position':                 'names a scan alike in every message that repeats it',
  'passes on scans at any time':                     'passes on only scans at real times',
} as const

export type Defect = keyof typeof defects

type Answer = { status: number; body: unknown } | { kind: 'unreachable'; reason: string }

/** Opens the carrier of the toy service, with at most one defect. */
export function openToyCarrier(options: OpenOptions, defect?: Defect): Carrier {
  const send = (method: 'GET' | 'POST', path: string, body?: object) =>
    request(options, defect, method, path, body)
  let first: PlaceResult | undefined
  return {
    name: 'toy',
    packedHere: true,
    async place({ reference }) {
      const found =
        defect === 'orders again without looking for the reference'
          ? { status: 200, body: { data: [] } }
          : await send('GET', `/parcels?reference=${reference}`)
      if ('kind' in found) return found
      const known = readList(found.body)
      if (found.status !== 200 || known === undefined) return fail(defect, 'no list of parcels')
      const answer = known[0]
        ? { status: 200, body: known[0] }
        : await send('POST', '/parcels', { reference })
      if ('kind' in answer) return answer
      const result = toPlaceResult(answer, defect)
      first ??= result
      return defect === 'returns the label of the first parcel for all' ? first : result
    },
    async cancel(carrier_ref) {
      const answer = await send('POST', `/parcels/${carrier_ref}/cancel`)
      if ('kind' in answer) return answer
      const isDone =
        answer.status === 200 ||
        (answer.status === 409 && defect !== 'cancels a cancelled parcel in vain')
      return isDone
        ? { kind: 'cancelled' }
        : { kind: 'unreachable', reason: `status ${answer.status}` }
    },
    inbox: {
      key: 'the-inbox-of-the-toy-carrier',
      async parse({ headers, body }) {
        if (defect !== 'accepts unsigned messages' && !isSigned(headers['x-signature'], body))
          return { kind: 'forged' }
        return parseMessage(body, defect)
      },
    },
  }
}

const fail = (
  defect: Defect | undefined,
  reason: string,
): Extract<PlaceResult, { kind: 'refused' | 'unreachable' }> =>
  defect === 'blames the parcel when the service is broken'
    ? { kind: 'refused', reason, remedy: 'Correct the parcel.' }
    : { kind: 'unreachable', reason }

async function request(
  { url, outbound, timeoutMs }: OpenOptions,
  defect: Defect | undefined,
  method: 'GET' | 'POST',
  path: string,
  content: object = {},
): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const isUnguarded =
    defect === 'waits without a timeout' ||
    defect === 'reads without a limit' ||
    defect === 'follows redirects'
  const text = JSON.stringify(content)
  try {
    const { status, body } = isUnguarded
      ? await fetchUnguarded(`${url}${path}`, {
          method,
          headers,
          text,
          isFollowing: defect === 'follows redirects',
        })
      : await sendGuardedRequest(url + path, {
          ...{ method, headers, timeoutMs, maxBytes: 64 * 1024 },
          ...(method === 'POST' && { body: Buffer.from(text) }),
          ...(defect === 'ignores the address rules' ? { allowPrivate: true } : outbound),
        })
    return { status, body: parseJson(body.toString(), defect) }
  } catch (error) {
    if (!(error instanceof RequestFailure || error instanceof TypeError)) throw error
    const secret = defect === 'writes its token into reasons' ? token : ''
    return { kind: 'unreachable', reason: `The service is not reachable. ${secret}` }
  }
}

async function fetchUnguarded(
  url: string,
  {
    method,
    headers,
    text,
    isFollowing,
  }: { method: string; headers: Record<string, string>; text: string; isFollowing: boolean },
) {
  const response = await fetch(url, {
    ...{ method, headers, redirect: isFollowing ? 'follow' : 'manual' },
    ...(method === 'POST' && { body: text }),
  })
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
}

function parseJson(text: string, defect: Defect | undefined): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (defect === 'throws on a body that is no JSON') throw error
    return undefined
  }
}

const readList = (body: unknown): ToyParcel[] | undefined => {
  const { data } = (body ?? {}) as { data?: unknown }
  return Array.isArray(data) ? data : undefined
}

function toPlaceResult(
  { status, body }: { status: number; body: unknown },
  defect: Defect | undefined,
): PlaceResult {
  const { id, tracking_url, label_url, arrives_at } = (body ?? {}) as Partial<ToyParcel>
  if (status >= 300 || typeof id !== 'string') return fail(defect, `status ${status}`)
  const isBlind = defect === 'passes on any URL and time'
  const time = new Date(arrives_at ?? '')
  return {
    kind: 'placed',
    label: {
      carrier_ref: id,
      carrier_name: 'Toy',
      tracking_code: null,
      tracking_url: isBlind ? (tracking_url ?? null) : toPublicUrl(tracking_url),
      label_url: isBlind ? (label_url ?? null) : toPublicUrl(label_url),
      estimated_at: isBlind || !Number.isNaN(time.getTime()) ? time : null,
    },
  }
}

function parseMessage(body: Buffer, defect: Defect | undefined) {
  const { parcel, scans } = (parseJson(body.toString(), undefined) ?? {}) as {
    parcel?: string
    scans?: { id: string; at: string }[]
  }
  if (parcel === undefined || !Array.isArray(scans)) return { kind: 'other' } as const
  const found = scans.map(
    ({ id, at }, index): Scan => ({
      message_id: defect === 'numbers scans by their position' ? String(index) : id,
      state: 'in_transit',
      occurred_at: new Date(at),
      description: 'On its way',
      location: null,
    }),
  )
  const isReal = ({ occurred_at }: Scan) => !Number.isNaN(occurred_at.getTime())
  return {
    kind: 'tracking',
    tracking: {
      carrier: 'toy',
      carrier_ref: parcel,
      scans: defect === 'passes on scans at any time' ? found : found.filter(isReal),
    },
  } as const
}

export const toyMessages: NonNullable<CarrierSubject['messages']> = {
  write: (parcel, scans) => JSON.stringify({ parcel, scans }),
  sign,
}
