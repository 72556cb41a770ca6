import type { Attempt } from './types.ts'

/** Describes an attempt: what happened and how to fix it. */
export interface Diagnosis {
  /** The error code or status; also the anchor on the help page. */
  id: string
  title: string
  why: string
  remedy: string
}

/** Every error code of an attempt. */
// biome-ignore format: one code per line
const errorDiagnoses: Readonly<Record<string, Omit<Diagnosis, 'id'>>> = {
  dns_failed: { title: 'The name does not resolve', why: 'The name in the URL leads to no address.', remedy: 'Check the spelling of the host, and that its DNS record is public.' },
  address_refused: { title: 'A private address', why: 'The name leads to an address that is private or reserved. We only send to public ones.', remedy: 'Give the host a public address, or put a public proxy in front of it. For your own computer, use bestow listen.' },
  port_refused: { title: 'A port that is not allowed', why: 'Webhooks only go to the ports that the operator of this service allows.', remedy: 'Serve the endpoint on port 443, or ask the operator to add its port to BESTOW_WEBHOOK_PORTS.' },
  connect_refused: { title: 'Connection refused', why: 'The computer is there, but nothing listens at this port.', remedy: 'Start the receiver, and check the port and the firewall.' },
  connect_timeout: { title: 'No connection in 5 seconds', why: 'Nobody answered in time, not even to refuse. Mostly a firewall drops what we send.', remedy: 'Open the firewall for us, and check that the host is up.' },
  connect_failed: { title: 'The host cannot be reached', why: 'There is no way to the address: no route, or the network is down.', remedy: 'Check that the address is the right one and can be reached from the internet.' },
  tls_failed: { title: 'The secure connection failed', why: 'The certificate is not trusted, has expired, or is for another name.', remedy: 'Renew the certificate, and send the whole chain with it.' },
  reset: { title: 'Closed without an answer', why: 'The connection was made and the request sent; then your side closed it, saying nothing.', remedy: 'Look for a crash of the receiver, or a proxy that gives up on it.' },
  response_timeout: { title: 'No answer in 15 seconds', why: 'The request arrived, and no status came back in time.', remedy: 'Answer 200 at once, and do the work afterwards.' },
  bad_response: { title: 'The answer is not HTTP', why: 'Something answered that does not speak HTTP. Mostly it is another service, or https sent to an http port.', remedy: 'Check the port, and whether the URL should begin with https://.' },
  redirect: { title: 'Redirects are not followed', why: 'Your side answered with a redirect. We never follow one, so that events go nowhere but where you said.', remedy: 'Change the endpoint to the URL that the redirect leads to. A missing or surplus slash at the end is a frequent reason.' },
  worker_lost: { title: 'Nobody knows', why: 'Our worker stopped during this attempt, so we cannot say whether it arrived. It was tried again at once.', remedy: 'Nothing. Your side may have seen this event twice: compare the event id.' },
}

// biome-ignore format: one status per line
const statusDiagnoses: Readonly<Record<number, Omit<Diagnosis, 'id'>>> = {
  400: { title: '400: your side could not read it', why: 'The receiver says that the request is wrong.', remedy: 'Look at its log. Often the body was parsed before the signature was verified, or another payload version was expected.' },
  401: { title: '401: your side wants credentials', why: 'Something in front of the receiver asks for a sign-in.', remedy: 'Let our requests through, and trust the signature in their place.' },
  403: { title: '403: the signature or the time was rejected', why: 'Mostly the receiver did not accept the signature, or thinks that the request is too old.', remedy: 'Check that it has this endpoint’s present secret, verifies the raw bytes, and that its clock is right.' },
  404: { title: '404: nothing is there', why: 'The host answers, but has no such path.', remedy: 'Check the path of the URL, and that the route is deployed.' },
  405: { title: '405: POST is not taken', why: 'The path is there, but not for POST.', remedy: 'Register the route for POST.' },
  410: { title: '410: it says it is gone', why: 'The receiver wants no more of this. We try again all the same: an endpoint is only ended by you.', remedy: 'Disable or delete the endpoint if that is true.' },
  413: { title: '413: too large for your side', why: 'The receiver or its proxy takes only smaller bodies.', remedy: 'Raise its limit. Our bodies stay below 1 MiB.' },
  415: { title: '415: the media type is not taken', why: 'Payload version 2025-10 is application/vnd.api+json; some frameworks do not read that by themselves.', remedy: 'Let your framework accept it, or change the endpoint to 2026-05.' },
  429: { title: '429: too many for your side', why: 'The receiver asked us to slow down.', remedy: 'We wait as long as it asks, up to twice the usual delay. Raise its limit if this stays.' },
  500: { title: '500: the receiver failed', why: 'It got the request and stumbled over it.', remedy: 'Look at its log at this moment, by the event id.' },
  502: { title: '502: the proxy reached nobody', why: 'Your proxy is up, the receiver behind it is not.', remedy: 'Start the receiver, or point the proxy to where it is.' },
  503: { title: '503: not available', why: 'The receiver or its proxy says that it is down or busy.', remedy: 'Wait for it to come back. What is given up meanwhile can be sent again.' },
  504: { title: '504: the proxy waited too long', why: 'Your proxy got no answer from the receiver in time.', remedy: 'Answer 200 at once, and do the work afterwards.' },
}

const statusClassDiagnoses: Readonly<Record<number, Omit<Diagnosis, 'id'>>> = {
  3: errorDiagnoses.redirect as Diagnosis,
  4: {
    title: 'Your side refused it',
    why: 'A status of 400 to 499 says that the receiver does not want this request.',
    remedy: 'Look at its log at this moment, by the event id.',
  },
  5: {
    title: 'Your side failed',
    why: 'A status of 500 or more says that the receiver could not do its work.',
    remedy: 'Look at its log at this moment, by the event id.',
  },
}

/** Every diagnosis, for the help page. */
export const allDiagnoses: readonly Diagnosis[] = [
  ...Object.entries(errorDiagnoses).map(([id, each]) => ({ id, ...each })),
  ...Object.entries(statusDiagnoses).map(([id, each]) => ({ id, ...each })),
]

type FailedAttempt = Pick<Attempt, 'status' | 'error'>

/** Undefined for a successful attempt. */
export function diagnose({ status, error }: FailedAttempt): Diagnosis | undefined {
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
        why: 'This attempt failed.',
        remedy: 'Look at the log of your side.',
      }
    : { id: errorCode, ...diagnosis }
}

/** The short result in a row: a status or a code. */
export function formatResponse({
  status,
  error,
  outcome,
}: FailedAttempt & { outcome?: string }): string {
  if (status !== null) return String(status)
  if (outcome === 'unknown' || error === 'worker_lost') return 'unknown'
  return (error ?? 'no answer').replaceAll('_', ' ')
}
