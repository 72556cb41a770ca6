import { Type } from 'typebox'
import { defineDestination, passwordSetting, serverSettings, userSetting } from '#webhooks'
import { createRedisPublisher, testRedis } from './redis.ts'

/** A stream of a Redis server, or of one with its protocol, such as Valkey. */
export const redis = defineDestination({
  kind: 'redis',
  title: { en: 'Redis Streams' },
  about: {
    en: 'Adds your events to a stream of a Redis or Valkey server.',
    de: 'Fügt Ihre Ereignisse einem Stream eines Redis- oder Valkey-Servers hinzu.',
    es: 'Añade tus eventos a un stream de un servidor Redis o Valkey.',
    fr: 'Ajoute vos événements à un stream d’un serveur Redis ou Valkey.',
    ja: 'イベントを Redis または Valkey サーバーのストリームに追加します。',
  },
  settings: {
    ...serverSettings(6379, {
      en: 'Usually 6379, or 6380 with TLS.',
      de: 'Meist 6379, oder 6380 mit TLS.',
      es: 'Normalmente 6379, o 6380 con TLS.',
      fr: 'En général 6379, ou 6380 avec TLS.',
      ja: '通常は 6379、TLS の場合は 6380 です。',
    }),
    user: userSetting,
    password: passwordSetting,
    stream: {
      schema: Type.String({
        maxLength: 200,
        pattern: '^[\\x21-\\x7e]+$',
        description: 'must be the key of a stream, such as bestow',
        default: 'bestow',
      }),
      label: { en: 'Stream', de: 'Stream', es: 'Stream', fr: 'Stream', ja: 'ストリーム' },
      hint: {
        en: 'The key of the stream. The first event creates it.',
        de: 'Der Schlüssel des Streams. Das erste Ereignis legt ihn an.',
        es: 'La clave del stream. El primer evento lo crea.',
        fr: 'La clé du stream. Le premier événement le crée.',
        ja: 'ストリームのキー。最初のイベントで作成されます。',
      },
    },
    max_length: {
      schema: Type.Integer({ minimum: 100, maximum: 10_000_000, default: 100_000 }),
      label: {
        en: 'Events in the stream',
        de: 'Ereignisse im Stream',
        es: 'Eventos en el stream',
        fr: 'Événements dans le stream',
        ja: 'ストリームのイベント数',
      },
      hint: {
        en: 'Redis deletes the oldest above about this number, whether or not someone has read them.',
        de: 'Redis löscht die ältesten über ungefähr dieser Zahl, ob gelesen oder nicht.',
        es: 'Redis elimina los más antiguos por encima de este número aproximado, leídos o no.',
        fr: 'Redis supprime les plus anciens au-delà d’environ ce nombre, lus ou non.',
        ja: 'およそこの数を超えると、読まれたかどうかに関わらず、Redis が古いものから削除します。',
      },
    },
  },
  addressOf: ({ host, port }) => `redis://${host}:${port}`,
  open: (values, outbound) => createRedisPublisher(values, outbound),
  test: (values, outbound) => testRedis(values, outbound),
})
