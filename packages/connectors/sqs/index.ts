import { Type } from 'typebox'
import { awsSettings } from '#connectors/aws'
import { defineDestination } from '#webhooks'
import { createSqsPublisher, testSqs } from './sqs.ts'

/** A queue of Amazon SQS, or of a service with its JSON protocol. */
export const sqs = defineDestination({
  kind: 'sqs',
  title: { en: 'Amazon SQS' },
  about: {
    en: 'Sends your events to a queue of Amazon SQS.',
    de: 'Sendet Ihre Ereignisse an eine Warteschlange von Amazon SQS.',
    es: 'Envía tus eventos a una cola de Amazon SQS.',
    fr: 'Envoie vos événements à une file d’Amazon SQS.',
    ja: 'イベントを Amazon SQS のキューに送ります。',
  },
  settings: {
    queue_url: {
      receivesSecrets: true,
      schema: Type.String({
        maxLength: 500,
        pattern: '^https?://[A-Za-z0-9.:_-]+/[A-Za-z0-9/_.-]+$',
        description:
          'must be the URL of a queue, such as https://sqs.eu-central-1.amazonaws.com/123456789012/gifts',
      }),
      label: {
        en: 'Queue URL',
        de: 'URL der Warteschlange',
        es: 'URL de la cola',
        fr: 'URL de la file',
        ja: 'キューの URL',
      },
      hint: {
        en: 'The queue must exist. A FIFO queue has the events of each gift in order.',
        de: 'Die Warteschlange muss vorhanden sein. Eine FIFO-Warteschlange hat die Ereignisse jedes Geschenks in ihrer Reihenfolge.',
        es: 'La cola debe existir. Una cola FIFO tiene los eventos de cada regalo en orden.',
        fr: 'La file doit exister. Une file FIFO a les événements de chaque cadeau dans l’ordre.',
        ja: '既に存在するキューを指定してください。FIFO キューでは、ギフトごとにイベントの順序が保たれます。',
      },
    },
    ...awsSettings,
  },
  addressOf: ({ queue_url }) => String(queue_url),
  open: (values, outbound) => createSqsPublisher(values, outbound),
  test: (values, outbound) => testSqs(values, outbound),
})
