import { createHash } from 'node:crypto'
import type { TestResult } from '#connections'
import { type AwsAccess, callAws, toFailureOfAws } from '#connectors/aws'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import { member, textOf } from '#platform/http-client/json-request'
import { type CloudEvent, type EventPublisher, PublishFailure, toStructuredJson } from '#webhooks'

interface SqsValues extends AwsAccess {
  queue_url: string
}

const testTimeoutMs = 10_000

/** Sends each event as one message with a CloudEvent in structured mode: a message of SQS has at most ten attributes. */
export function createSqsPublisher(values: SqsValues, outbound: OutboundRules): EventPublisher {
  const end = new AbortController()
  return {
    async publish(event, timeoutMs) {
      const body = toMessage(values, event)
      const limits = { outbound, timeoutMs, signal: end.signal }
      const stored = await call(values, 'SendMessage', body, limits)
      assertStored(stored, body.MessageBody)
    },
    close: () => end.abort(),
  }
}

const call = (
  values: SqsValues,
  operation: string,
  body: object,
  limits: Parameters<typeof callAws>[2],
) => {
  const target = `AmazonSQS.${operation}`
  const request = { url: values.queue_url, service: 'sqs', protocol: '1.0', target, body } as const
  return callAws(values, request, limits)
}

function toMessage({ queue_url }: SqsValues, event: CloudEvent) {
  const { id, subject = id } = event.attributes
  return {
    QueueUrl: queue_url,
    MessageBody: toAllowedText(toStructuredJson(event)),
    ...(queue_url.endsWith('.fifo') && {
      MessageGroupId: subject.replace(/[^\x21-\x7e]/g, '-').slice(0, 128),
      MessageDeduplicationId: id,
    }),
  }
}

/** Escapes the two characters that SQS would replace. They can only be in strings of the JSON text. */
const toAllowedText = (text: string) =>
  text.replace(/[\ufffe\uffff]/g, (each) => `\\u${each.charCodeAt(0).toString(16)}`)

/** Compares what the queue has stored with what was sent. */
function assertStored(stored: unknown, text: string): void {
  if (textOf(member(stored, 'MessageId'), 200) === undefined)
    throw new PublishFailure('bad_response', 'the response has no id of a message')
  if (member(stored, 'MD5OfMessageBody') !== createHash('md5').update(text).digest('hex'))
    throw new PublishFailure('bad_response', 'the queue has stored another text')
}

/** Reads the attributes of the queue, which sends no message. */
export async function testSqs(values: SqsValues, outbound: OutboundRules): Promise<TestResult> {
  const { queue_url } = values
  const tried = `GetQueueAttributes ${queue_url}`
  const body = { QueueUrl: queue_url, AttributeNames: ['ApproximateNumberOfMessages'] }
  try {
    const found = await call(values, 'GetQueueAttributes', body, {
      ...{ outbound, timeoutMs: testTimeoutMs },
    })
    const waiting = member(member(found, 'Attributes'), 'ApproximateNumberOfMessages')
    if (typeof waiting !== 'string' || !/^\d{1,15}$/.test(waiting))
      return { ok: false, tried, answer: 'the response has no attributes of a queue' }
    return { ok: true, tried, answer: `the queue exists, and has about ${waiting} messages` }
  } catch (error) {
    return { ok: false, tried, answer: toFailureOfAws(error).message }
  }
}
