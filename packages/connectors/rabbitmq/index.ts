import { Type } from 'typebox'
import { defineDestination, passwordSetting, serverSettings, userSetting } from '#webhooks'
import { createRabbitMqPublisher, testRabbitMq } from './rabbitmq.ts'

/** An exchange of RabbitMQ, or of another broker with AMQP 0-9-1 and publisher confirms. */
export const rabbitmq = defineDestination({
  kind: 'rabbitmq',
  title: { en: 'RabbitMQ' },
  about: {
    en: 'Publishes your events to an exchange of RabbitMQ.',
    de: 'Veröffentlicht Ihre Ereignisse in einem Exchange von RabbitMQ.',
    es: 'Publica tus eventos en un exchange de RabbitMQ.',
    fr: 'Publie vos événements dans un exchange de RabbitMQ.',
    ja: 'イベントを RabbitMQ のエクスチェンジに送ります。',
  },
  settings: {
    ...serverSettings(5671, {
      en: 'Usually 5671 with TLS, or 5672 without.',
      de: 'Meist 5671 mit TLS, oder 5672 ohne.',
      es: 'Normalmente 5671 con TLS, o 5672 sin él.',
      fr: 'En général 5671 avec TLS, ou 5672 sans.',
      ja: '通常は TLS ありで 5671、なしで 5672 です。',
    }),
    user: userSetting,
    password: passwordSetting,
    virtual_host: {
      schema: Type.String({ minLength: 1, maxLength: 200, default: '/' }),
      label: {
        en: 'Virtual host',
        de: 'Virtueller Host',
        es: 'Host virtual',
        fr: 'Hôte virtuel',
        ja: '仮想ホスト',
      },
    },
    exchange: {
      schema: Type.String({ maxLength: 127, default: '' }),
      label: {
        en: 'Exchange (optional)',
        de: 'Exchange (optional)',
        es: 'Exchange (opcional)',
        fr: 'Exchange (facultatif)',
        ja: 'エクスチェンジ（任意）',
      },
      hint: {
        en: 'It must exist. Without one, the routing key is the name of a queue.',
        de: 'Er muss vorhanden sein. Ohne Exchange ist der Routing-Key der Name einer Warteschlange.',
        es: 'Debe existir. Sin él, la clave de enrutamiento es el nombre de una cola.',
        fr: 'Il doit exister. Sans lui, la clé de routage est le nom d’une file.',
        ja: '既に存在する必要があります。空欄の場合、ルーティングキーがキューの名前になります。',
      },
    },
    routing: {
      schema: Type.String({ minLength: 1, maxLength: 200, default: 'bestow' }),
      label: {
        en: 'Routing key',
        de: 'Routing-Key',
        es: 'Clave de enrutamiento',
        fr: 'Clé de routage',
        ja: 'ルーティングキー',
      },
      hint: {
        en: '{type} is the type of the event, such as bestow.{type}.',
        de: '{type} ist der Typ des Ereignisses, zum Beispiel bestow.{type}.',
        es: '{type} es el tipo del evento, por ejemplo bestow.{type}.',
        fr: '{type} est le type de l’événement, par exemple bestow.{type}.',
        ja: '{type} はイベントの種類です（例：bestow.{type}）。',
      },
    },
  },
  addressOf: ({ host, port, security }) =>
    `${security === 'TLS' ? 'amqps' : 'amqp'}://${host}:${port}`,
  open: (values, outbound) => createRabbitMqPublisher(values, outbound),
  test: (values, outbound) => testRabbitMq(values, outbound),
})
