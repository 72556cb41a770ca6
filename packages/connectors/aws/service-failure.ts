import type { GuardedResponse } from '#platform/http-client/guarded-request'
import { member, textOf } from '#platform/http-client/json-request'
import { PublishFailure } from '#webhooks'
import type { AwsAccess } from './settings.ts'

type ServiceResponse = Omit<GuardedResponse, 'body'> & { body: unknown }

/** The errors of credentials, with what a person can do. Their texts at AWS can repeat what was signed. */
const signInErrors: Readonly<Record<string, string>> = {
  UnrecognizedClient: 'AWS does not know the access key',
  InvalidClientTokenId: 'AWS does not know the access key',
  InvalidAccessKeyId: 'AWS does not know the access key',
  MissingAuthenticationToken: 'the request had no valid signature',
  IncompleteSignature: 'the request had no valid signature',
  SignatureDoesNotMatch:
    'the secret does not belong to the access key, or the region is another one',
  InvalidSignature: 'the secret does not belong to the access key, or the region is another one',
  ExpiredToken: 'the temporary credentials have expired: enter new ones, or the key of a user',
  RequestExpired: 'the clock of this server differs from that of AWS: set it with NTP',
  RequestTimeTooSkewed: 'the clock of this server differs from that of AWS: set it with NTP',
}

const missingTarget =
  /^(AWS\.SimpleQueueService\.NonExistentQueue|QueueDoesNotExist|ResourceNotFound)$/

/** AWS refuses signatures that are older or newer than this. */
const maxSkewMs = 5 * 60_000

/** Explains a response that is no success: by its code, and where the text has no secret, with the text of the service. */
export function toServiceFailure(response: ServiceResponse, access: AwsAccess): PublishFailure {
  const { status, body } = response
  const code = findCode(response)
  const known = signInErrors[code]
  if (known !== undefined) {
    const skew = findSkewMs(response)
    const minutes = Math.round(Math.abs(skew) / 60_000)
    return new PublishFailure(
      'sign_in_refused',
      Math.abs(skew) < maxSkewMs
        ? `${code}: ${known}`
        : `${code}: the clock of this server is ${minutes} minutes ${skew > 0 ? 'ahead of' : 'behind'} that of AWS: set it with NTP`,
    )
  }
  const text = textOf(member(body, 'message') ?? member(body, 'Message'), 1_000)
  const detail = `${code === '' ? `http_${status}` : code}${text === undefined ? '' : `: ${text}`}`
  return new PublishFailure(
    missingTarget.test(code) ? 'not_routed' : 'not_accepted',
    withoutCredentials(detail, access).slice(0, 300),
  )
}

/** Reads the code of an error from the body, or from the header that only some services send. */
function findCode({ headers, body }: ServiceResponse): string {
  const [queryCode] = String(headers['x-amzn-query-error'] ?? '').split(';')
  const type = textOf(member(body, '__type'), 200) ?? String(headers['x-amzn-errortype'] ?? '')
  const code = type.split(':')[0]?.split('#').at(-1) ?? ''
  return (code || queryCode || '').replace(/Exception$/, '').slice(0, 100)
}

const findSkewMs = ({ headers }: ServiceResponse): number => {
  const skew = Date.now() - Date.parse(headers.date ?? '')
  return Number.isNaN(skew) ? 0 : skew
}

/** Removes what a hostile server could repeat from the request. */
export const withoutCredentials = (
  text: string,
  { secret_access_key, session_token }: AwsAccess,
): string =>
  [secret_access_key, session_token]
    .filter((secret) => secret !== '')
    .reduce((safe, secret) => safe.replaceAll(secret, '…'), text)
