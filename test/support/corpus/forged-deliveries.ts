import {
  bytes,
  type Case,
  created,
  delivery,
  exampleBody,
  forged,
  headers,
  hmac,
  other,
  rejected,
  secret,
  signature,
  standard,
  without,
} from './delivery-case.ts'

export function forgeries(): Case[] {
  const flipped = `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`
  const signed = (value: string) => ({
    headers: { ...headers, 'service-webhook-signature': value },
    ...forged,
  })
  return [
    delivery('secret of another endpoint', { secret: other }, forged),
    delivery(
      'a changed byte in the body',
      {},
      {
        body_base64: bytes(created.body.replace('G-1', 'G-2')),
        ...forged,
      },
    ),
    delivery('a space behind the body', {}, { body_base64: bytes(`${created.body} `), ...forged }),
    delivery('an empty body', {}, { body_base64: '', ...forged }),
    delivery('a changed digit in the signature', {}, signed(flipped)),
    delivery('half a signature', {}, signed(signature.slice(0, 32))),
    delivery('a signature with a prefix', {}, signed(`sha256=${signature}`)),
    delivery('a signature in base64', {}, signed(Buffer.from(signature, 'hex').toString('base64'))),
    delivery('a signature in other characters', {}, signed('é'.repeat(64))),
    delivery(
      'a signature of the body alone',
      {},
      signed(hmac(secret, '', created.body).toString('hex')),
    ),
    delivery(
      'Standard Webhooks with another id',
      {},
      {
        headers: { ...standard, 'webhook-id': 'x' },
        ...forged,
      },
    ),
    delivery(
      'Standard Webhooks with a signature that is not base64',
      {},
      {
        headers: { ...standard, 'webhook-signature': 'v1,%%%' },
        ...forged,
      },
    ),
    delivery(
      'Standard Webhooks with hundreds of signatures',
      {},
      {
        headers: {
          ...standard,
          'webhook-signature': `${'v1,AAAA '.repeat(300)}${standard['webhook-signature']}`,
        },
        ...forged,
      },
    ),
    ...['signature', 'dispatch-timestamp', 'event-id'].map((name) =>
      delivery(
        `no header for ${name}`,
        {},
        {
          headers: without(`service-webhook-${name}`),
          ...rejected('missing_header'),
        },
      ),
    ),
    delivery(
      'an empty signature',
      {},
      {
        headers: { ...headers, 'service-webhook-signature': '' },
        ...rejected('missing_header'),
      },
    ),
    delivery('no headers', {}, { headers: {}, ...rejected('missing_header') }),
  ]
}

export function contradictions(): Case[] {
  const contradiction = rejected('contradiction')
  return [
    delivery(
      'a type that does not match the body',
      { type: 'gift_request_delivered' },
      contradiction,
    ),
    ...['not JSON', '', '[]', 'null', '"text"', '1', '{"status":'].map((body) =>
      delivery(`a signed body '${body}'`, { body }, contradiction),
    ),
  ]
}

export function receiverErrors(): Case[] {
  const older = { body: exampleBody('2025-10', created.type), version: '2025-10' }
  return [
    delivery(
      'an older version that the receiver does not accept',
      older,
      rejected('other_version', 500),
    ),
    delivery('a later version', { version: '2031-01' }, rejected('other_version', 500)),
    ...[{ status: 'submitted' }, null, ['a'], 5].map((parsed_body) => {
      const { body_base64: _, ...others } = delivery('', {}, rejected('body_was_parsed', 500))
      return { ...others, name: `a parsed body: ${JSON.stringify(parsed_body)}`, parsed_body }
    }),
    delivery('no secret', {}, { secrets: [], ...rejected('no_secret', 500) }),
    delivery('an empty secret', {}, { secrets: [secret, ''], ...rejected('no_secret', 500) }),
    ...[`${secret}\n`, ` ${secret}`, 'svc-whsec a'].map((each) =>
      delivery(
        `the secret ${JSON.stringify(each.replace(secret, '…'))}`,
        {},
        {
          secrets: [each],
          ...rejected('secret_has_whitespace', 500),
        },
      ),
    ),
  ]
}
