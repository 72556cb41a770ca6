import type { DeliveryAttempt } from '#web/admin-api.ts'
import { t } from '#web/i18n/developers.ts'
import { tlsDiagnoses } from './tls-diagnosis.ts'

/** The explanation of an attempt: what happened, and how to fix it. */
export interface Diagnosis {
  /** The error code or the status. It is also the anchor on the help page. */
  id: string
  title: string
  why: string
  remedy: string
}

/** The diagnosis for every error code of an attempt. */
// biome-ignore format: one code per line
const errorDiagnoses: Readonly<Record<string, Omit<Diagnosis, 'id'>>> = {
  dns_failed: { title: t('Host name not found'), why: t('DNS has no address for the host name in the URL.'), remedy: t('Check the spelling of the host name, and that its DNS record is public.') },
  address_refused: { title: t('Private address'), why: t('The host name resolves to a private or reserved address. Webhooks are only sent to public addresses, and to networks that the operator allows.'), remedy: t('Give the host a public address, or ask the operator to add its network to BESTOW_WEBHOOK_ALLOWED_NETWORKS. For your own computer, use bestow listen.') },
  port_refused: { title: t('Port not allowed'), why: t('Webhooks are only sent to ports that the operator of this service allows.'), remedy: t('Serve the endpoint on port 443, or ask the operator to add its port to BESTOW_WEBHOOK_PORTS.') },
  connect_refused: { title: t('Connection refused'), why: t('The host is up, but nothing listens on this port.'), remedy: t('Start the receiver, and check the port and the firewall.') },
  connect_timeout: { title: t('No connection within 5 seconds'), why: t('The host did not respond in time. Usually a firewall drops the packets.'), remedy: t('Allow the connection in the firewall, and check that the host is up.') },
  connect_failed: { title: t('Host unreachable'), why: t('There is no route to the address, or the network is down.'), remedy: t('Check that the address is correct and reachable from the internet.') },
  proxy_failed: { title: t('The proxy of this service failed'), why: t('This service reaches the internet through a proxy, which is down or refused the connection.'), remedy: t('Ask the operator of this service. Your receiver is not the cause.') },
  tls_failed: { title: t('TLS connection failed'), why: t('The certificate is not trusted, has expired, or is for another host name.'), remedy: t('Renew the certificate, and serve the full chain. If the endpoint has its own certificate authority, check that it issued the certificate.') },
  reset: { title: t('Connection closed without a response'), why: t('Your server closed the connection after the request, without a response.'), remedy: t('Check whether the receiver crashed, a proxy dropped the connection, or the server requires another client certificate.') },
  response_timeout: { title: t('No response within 15 seconds'), why: t('The request was sent, but no status came back in time.'), remedy: t('Return 200 at once, and process the event afterwards.') },
  bad_response: { title: t('The response is not HTTP'), why: t('The server sent something other than HTTP. Usually another service uses the port, or https was sent to an http port.'), remedy: t('Check the port, and whether the URL should start with https://.') },
  redirect: { title: t('Redirects are not followed'), why: t('Your server returned a redirect. Redirects are never followed, so that events only go to the URL you entered.'), remedy: t('Change the endpoint to the target URL of the redirect. A missing or extra trailing slash is a common cause.') },
  sign_in_refused: { title: t('Sign-in refused'), why: t('The broker does not accept the user or the password.'), remedy: t('Correct them in Settings, Connections, and test the connection.') },
  not_accepted: { title: t('Not accepted by the broker'), why: t('The broker refused the event.'), remedy: t('Test the connection in Settings, Connections. The log of the broker says more.') },
  not_routed: { title: t('Nothing receives the event'), why: t('The broker has no stream or queue for this event, so it would be lost.'), remedy: t('Create the stream, or bind a queue, or correct the target in Settings, Connections.') },
  connection_unusable: { title: t('The connection cannot be used'), why: t('The connection of this endpoint is disabled, its key is missing, or the operator no longer allows its kind.'), remedy: t('Enable it in Settings, Connections, then recover the events since that time.') },
  worker_lost: { title: t('Outcome unknown'), why: t('The worker stopped during this attempt, so it is unknown whether the request arrived. It was retried at once.'), remedy: t('No action needed. Your server may have received this event twice: compare the event ID.') },
}

// biome-ignore format: one status per line
const statusDiagnoses: Readonly<Record<number, Omit<Diagnosis, 'id'>>> = {
  400: { title: '400 Bad Request', why: t('The receiver rejected the request as invalid.'), remedy: t('Check its logs. Often the body was parsed before the signature was verified, or another payload version was expected.') },
  401: { title: '401 Unauthorized', why: t('A proxy or framework in front of the receiver requires authentication.'), remedy: t('Exempt webhook requests from authentication, and verify their signature instead.') },
  403: { title: t('403 Forbidden: signature or timestamp rejected'), why: t('Usually the receiver did not accept the signature, or considers the request too old.'), remedy: t('Check that it uses the current secret of this endpoint and verifies the raw bytes, and that its clock is correct.') },
  404: { title: '404 Not Found', why: t('The host responds, but the path does not exist.'), remedy: t('Check the path of the URL, and that the route is deployed.') },
  405: { title: '405 Method Not Allowed', why: t('The path exists, but does not accept POST.'), remedy: t('Register the route for POST.') },
  410: { title: '410 Gone', why: t('The receiver no longer wants these events. They are still retried, because an endpoint is never disabled automatically.'), remedy: t('Disable or delete the endpoint if it is no longer needed.') },
  413: { title: '413 Content Too Large', why: t('The receiver or its proxy only accepts smaller bodies.'), remedy: t('Raise its limit. Webhook bodies stay below 1 MiB.') },
  415: { title: '415 Unsupported Media Type', why: t('Payload version 2025-10 uses application/vnd.api+json, which some frameworks do not parse by default.'), remedy: t('Enable this media type in your framework, or change the endpoint to 2026-05.') },
  429: { title: '429 Too Many Requests', why: t('The receiver limits the request rate.'), remedy: t('Its Retry-After is respected, up to twice the default delay. Raise its limit if this persists.') },
  500: { title: '500 Internal Server Error', why: t('Your server failed while it processed the event.'), remedy: t('Check its logs for the ID of the event.') },
  502: { title: '502 Bad Gateway', why: t('Your proxy is up, but the receiver behind it is not.'), remedy: t('Start the receiver, or correct the upstream address of the proxy.') },
  503: { title: '503 Service Unavailable', why: t('The receiver or its proxy is down or overloaded.'), remedy: t('Wait until it is back. Events that fail in the meantime can be resent.') },
  504: { title: '504 Gateway Timeout', why: t('Your proxy got no response from the receiver in time.'), remedy: t('Return 200 at once, and process the event afterwards.') },
}

const statusClassDiagnoses: Readonly<Record<number, Omit<Diagnosis, 'id'>>> = {
  3: errorDiagnoses.redirect as Diagnosis,
  4: {
    title: t('Rejected by your server'),
    why: t('A 4xx status means that the receiver rejected the request.'),
    remedy: t('Check its logs for the ID of the event.'),
  },
  5: {
    title: t('Server error'),
    why: t('A 5xx status means that the receiver failed.'),
    remedy: t('Check its logs for the ID of the event.'),
  },
}

/** All diagnoses, for the help page. */
export const allDiagnoses: readonly Diagnosis[] = [
  ...Object.entries(errorDiagnoses).map(([id, each]) => ({ id, ...each })),
  ...Object.entries(statusDiagnoses).map(([id, each]) => ({ id, ...each })),
]

type FailedAttempt = Pick<DeliveryAttempt, 'status' | 'error' | 'reason' | 'detail'> & {
  outcome?: string
}

/** Explains why an attempt failed. Returns undefined for a successful attempt. */
export function diagnose({
  status,
  error,
  reason,
  detail,
  outcome,
}: FailedAttempt): Diagnosis | undefined {
  if (outcome === 'ok') return undefined
  if (status !== null && status >= 200 && status < 300) return undefined
  if (status !== null && error !== 'redirect') {
    const diagnosis = statusDiagnoses[status] ?? statusClassDiagnoses[Math.floor(status / 100)]
    const id = statusDiagnoses[status] === undefined ? 'http_status' : String(status)
    if (diagnosis !== undefined)
      return {
        id,
        ...diagnosis,
        title: statusDiagnoses[status] ? diagnosis.title : `${status}: ${diagnosis.title}`,
      }
  }
  const errorCode = error ?? 'worker_lost'
  const diagnosis = errorDiagnoses[errorCode]
  return diagnosis === undefined
    ? {
        id: errorCode,
        title: errorCode,
        why: t('This attempt failed.'),
        remedy: t('Check the logs of your server.'),
      }
    : { id: errorCode, ...diagnosis, ...explainDetail(diagnosis, reason, detail) }
}

/** Adds the detail: of the certificate, or what a broker answered. */
function explainDetail(
  general: Omit<Diagnosis, 'id'>,
  reason: FailedAttempt['reason'],
  detail: string | null,
): { why: string; remedy: string } | undefined {
  const diagnosis = reason === null ? general : tlsDiagnoses[reason]
  if (diagnosis === undefined || detail === null) return diagnosis
  return { ...diagnosis, why: `${diagnosis.why} (${detail})` }
}

/** Formats the result of an attempt for a row: a status or an error code. */
export function formatResponse({
  status,
  error,
  outcome,
}: Pick<FailedAttempt, 'status' | 'error'> & { outcome?: string }): string {
  if (status !== null) return String(status)
  if (outcome === 'ok') return t('confirmed')
  if (outcome === 'unknown' || error === 'worker_lost') return t('unknown')
  return error === null ? t('no response') : formatErrorCode(error)
}

export const formatErrorCode = (code: string): string =>
  errorNames[code] ?? code.replaceAll('_', ' ')

const errorNames: Readonly<Record<string, string>> = {
  dns_failed: t('DNS lookup failed'),
  address_refused: t('address not allowed'),
  port_refused: t('port not allowed'),
  connect_refused: t('connection refused'),
  connect_timeout: t('connection timed out'),
  connect_failed: t('connection failed'),
  proxy_failed: t('proxy failed'),
  tls_failed: t('TLS failed'),
  reset: t('reset'),
  response_timeout: t('response timed out'),
  bad_response: t('bad response'),
  redirect: t('redirect'),
  sign_in_refused: t('sign-in refused'),
  not_accepted: t('not accepted'),
  not_routed: t('no stream or queue'),
  connection_unusable: t('connection not usable'),
}
