import { Type } from 'typebox'
import { defineDestination } from '#webhooks'
import { createHubSpotPublisher, testHubSpot } from './hubspot.ts'

/** The contacts of a HubSpot account: events of gifts become properties of the recipient. */
export const hubspot = defineDestination({
  kind: 'hubspot',
  title: { en: 'HubSpot' },
  about: {
    en: 'Shows the last gift of each contact in HubSpot.',
    de: 'Zeigt in HubSpot das letzte Geschenk jedes Kontakts.',
    es: 'Muestra en HubSpot el último regalo de cada contacto.',
    fr: 'Affiche dans HubSpot le dernier cadeau de chaque contact.',
    ja: '各コンタクトの最新のギフトを HubSpot に表示します。',
  },
  settings: {
    access_token: {
      isSecret: true,
      schema: Type.String({ minLength: 1, maxLength: 500, pattern: '^[\\x21-\\x7e]+$' }),
      label: {
        en: 'Access token',
        de: 'Zugriffstoken',
        es: 'Token de acceso',
        fr: 'Jeton d’accès',
        ja: 'アクセストークン',
      },
      hint: {
        en: 'Of a private app of your HubSpot account, with the scopes that the documentation lists.',
        de: 'Einer privaten App Ihres HubSpot-Kontos, mit den Berechtigungen aus der Dokumentation.',
        es: 'De una aplicación privada de tu cuenta de HubSpot, con los permisos que indica la documentación.',
        fr: 'D’une application privée de votre compte HubSpot, avec les autorisations que liste la documentation.',
        ja: 'HubSpot アカウントの非公開アプリのもの。必要なスコープはドキュメントに記載しています。',
      },
    },
    unknown_contacts: {
      schema: Type.String({ enum: ['ignore', 'create'], default: 'ignore' }),
      label: {
        en: 'Recipients without a contact',
        de: 'Empfänger ohne Kontakt',
        es: 'Destinatarios sin contacto',
        fr: 'Destinataires sans contact',
        ja: 'コンタクトのない受取人',
      },
      hint: {
        en: 'Ignore writes nothing; create adds a contact with name and email address.',
        de: '„ignore“ schreibt nichts; „create“ legt einen Kontakt mit Name und E-Mail-Adresse an.',
        es: '«ignore» no escribe nada; «create» añade un contacto con nombre y correo electrónico.',
        fr: '« ignore » n’écrit rien ; « create » ajoute un contact avec nom et adresse e-mail.',
        ja: 'ignore は何も書き込みません。create は名前とメールアドレスでコンタクトを追加します。',
      },
    },
    url: {
      receivesSecrets: true,
      schema: Type.String({
        maxLength: 200,
        pattern: '^https://api\\.hubapi\\.com$|^http://(localhost|127\\.0\\.0\\.1)(:\\d+)?$',
        description: 'must be https://api.hubapi.com',
        default: 'https://api.hubapi.com',
      }),
      label: { en: 'API', de: 'API', es: 'API', fr: 'API', ja: 'API' },
    },
  },
  addressOf: ({ url }) => String(url),
  open: (values, outbound) => createHubSpotPublisher(values, outbound),
  test: (values, outbound) => testHubSpot(values, outbound),
})
