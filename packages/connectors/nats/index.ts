import { Type } from 'typebox'
import { defineDestination, passwordSetting, serverSettings, userSetting } from '#webhooks'
import { createNatsPublisher, testNats } from './nats.ts'

/** A stream of NATS JetStream. */
export const nats = defineDestination({
  kind: 'nats',
  title: { en: 'NATS JetStream' },
  about: {
    en: 'Publishes your events to a stream of a NATS server.',
    de: 'Veröffentlicht Ihre Ereignisse in einem Stream eines NATS-Servers.',
    es: 'Publica tus eventos en un stream de un servidor NATS.',
    fr: 'Publie vos événements dans un stream d’un serveur NATS.',
    ja: 'イベントを NATS サーバーのストリームに送ります。',
  },
  settings: {
    ...serverSettings(4222, {
      en: 'Usually 4222.',
      de: 'Meist 4222.',
      es: 'Normalmente 4222.',
      fr: 'En général 4222.',
      ja: '通常は 4222 です。',
    }),
    user: userSetting,
    password: {
      ...passwordSetting,
      hint: {
        en: 'Without a user, it is used as a token.',
        de: 'Ohne Benutzer wird es als Token verwendet.',
        es: 'Sin usuario, se usa como token.',
        fr: 'Sans utilisateur, il sert de jeton.',
        ja: 'ユーザーがない場合は、トークンとして使われます。',
      },
    },
    credentials: {
      schema: Type.String({ maxLength: 10_000, default: '' }),
      isSecret: true,
      label: {
        en: 'Credentials file (optional)',
        de: 'Credentials-Datei (optional)',
        es: 'Archivo de credenciales (opcional)',
        fr: 'Fichier d’identifiants (facultatif)',
        ja: '認証情報ファイル（任意）',
      },
      hint: {
        en: 'The content of a .creds file, in place of user and password.',
        de: 'Der Inhalt einer .creds-Datei, anstelle von Benutzer und Passwort.',
        es: 'El contenido de un archivo .creds, en lugar de usuario y contraseña.',
        fr: 'Le contenu d’un fichier .creds, à la place de l’utilisateur et du mot de passe.',
        ja: 'ユーザーとパスワードの代わりに使う .creds ファイルの内容。',
      },
    },
    subject: {
      schema: Type.String({
        maxLength: 200,
        pattern: '^[A-Za-z0-9_{}-]+(\\.[A-Za-z0-9_{}-]+)*$',
        description: 'must be a subject without wildcards, such as bestow.{type}',
        default: 'bestow.{type}',
      }),
      label: { en: 'Subject', de: 'Subject', es: 'Subject', fr: 'Subject', ja: 'サブジェクト' },
      hint: {
        en: 'A stream must capture it. {type} is the type of the event, such as gift_request_created.',
        de: 'Ein Stream muss es erfassen. {type} ist der Typ des Ereignisses, zum Beispiel gift_request_created.',
        es: 'Un stream debe capturarlo. {type} es el tipo del evento, como gift_request_created.',
        fr: 'Un stream doit le capturer. {type} est le type de l’événement, comme gift_request_created.',
        ja: 'ストリームがこのサブジェクトを受け取る必要があります。{type} はイベントの種類です（例：gift_request_created）。',
      },
    },
  },
  addressOf: ({ host, port }) => `nats://${host}:${port}`,
  open: (values, outbound) => createNatsPublisher(values, outbound),
  test: (values, outbound) => testNats(values, outbound),
})
