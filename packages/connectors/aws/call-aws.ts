import aws4 from 'aws4'
import {
  type OutboundRules,
  RequestFailure,
  sendGuardedRequest,
} from '#platform/http-client/guarded-request'
import { PublishFailure } from '#webhooks'
import { toServiceFailure } from './service-failure.ts'
import type { AwsAccess } from './settings.ts'

interface AwsRequest {
  /** The address of the service, without the path of a queue. */
  url: string
  /** The name of the service in signatures, such as `sqs`. */
  service: string
  /** The version of the JSON protocol: 1.0 for SQS, 1.1 for EventBridge. */
  protocol: '1.0' | '1.1'
  /** The operation, such as `AmazonSQS.SendMessage`. */
  target: string
  body: object
}

interface RequestLimits {
  outbound: OutboundRules
  timeoutMs: number
  signal?: AbortSignal
}

const maxResponseBytes = 64 * 1024

/**
 * Sends a signed request (Signature Version 4) through the address guard, and returns the parsed response of a success.
 * The secret never leaves: only signatures do. Rejects with `PublishFailure` for every other response.
 */
export async function callAws(
  access: AwsAccess,
  { url, service, protocol, target, body }: AwsRequest,
  { outbound, timeoutMs, signal }: RequestLimits,
): Promise<unknown> {
  const { host } = new URL(url)
  const text = JSON.stringify(body)
  const { headers } = aws4.sign(
    {
      ...{ host, service, region: access.region, method: 'POST', path: '/', body: text },
      headers: { 'content-type': `application/x-amz-json-${protocol}`, 'x-amz-target': target },
    },
    {
      accessKeyId: access.access_id,
      secretAccessKey: access.secret_access_key,
      ...(access.session_token !== '' && { sessionToken: access.session_token }),
    },
  )
  const response = await sendGuardedRequest(`${new URL(url).origin}/`, {
    ...outbound,
    method: 'POST',
    headers: toTexts(headers),
    body: Buffer.from(text),
    timeoutMs,
    ...(signal !== undefined && { signal }),
    maxBytes: maxResponseBytes,
  }).catch((error: unknown) => {
    throw toFailureOfAws(error, signal)
  })
  const answer = parse(response.body)
  if (response.status === 200) return answer
  throw toServiceFailure({ ...response, body: answer }, access)
}

const toTexts = (headers: object = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

const failures = {
  timeout: 'response_timeout',
  too_large: 'bad_response',
  connection_failed: 'connect_failed',
  address_refused: 'address_refused',
  port_refused: 'port_refused',
  dns_failed: 'dns_failed',
} as const

/** Returns the failure of a request that got no complete response. */
export function toFailureOfAws(error: unknown, signal?: AbortSignal): PublishFailure {
  if (error instanceof PublishFailure) return error
  if (signal?.aborted) return new PublishFailure('reset')
  if (error instanceof RequestFailure) return new PublishFailure(failures[error.code])
  return new PublishFailure('not_accepted', (error as Error).message)
}
