import { Type } from 'typebox'
import { defineCodeSupplier } from '#digital'
import { createReloadly, testReloadly } from './reloadly.ts'

/** Gift cards of Reloadly (gift card API, version 1): a code for each gift, often with a PIN. */
export const reloadly = defineCodeSupplier({
  kind: 'reloadly',
  gives: 'code',
  isSandbox: ({ url }) => String(url).includes('-sandbox.'),
  title: { en: 'Reloadly' },
  about: {
    en: 'Buys a gift card code for each digital gift.',
    de: 'Kauft für jedes digitale Geschenk einen Gutscheincode.',
    es: 'Compra un código de tarjeta regalo para cada regalo digital.',
    fr: 'Achète un code de carte-cadeau pour chaque cadeau numérique.',
    ja: 'デジタルギフトごとにギフトカードのコードを購入します。',
  },
  settings: {
    client_id: {
      schema: Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }),
      label: {
        en: 'Client ID',
        de: 'Client-ID',
        es: 'ID de cliente',
        fr: 'ID client',
        ja: 'クライアント ID',
      },
      hint: {
        en: 'At Reloadly under Developers, API settings. The sandbox has credentials of its own.',
        de: 'Bei Reloadly unter Developers, API settings. Die Sandbox hat eigene Zugangsdaten.',
        es: 'En Reloadly, en Developers, API settings. El entorno de pruebas tiene sus propias credenciales.',
        fr: 'Chez Reloadly, sous Developers, API settings. Le bac à sable a ses propres identifiants.',
        ja: 'Reloadly の Developers、API settings にあります。サンドボックスには専用の認証情報があります。',
      },
    },
    client_secret: {
      isSecret: true,
      schema: Type.String({ minLength: 1, maxLength: 500, pattern: '^[\\x21-\\x7e]+$' }),
      label: {
        en: 'Client secret',
        de: 'Client-Secret',
        es: 'Secreto de cliente',
        fr: 'Secret client',
        ja: 'クライアントシークレット',
      },
    },
    url: {
      receivesSecrets: true,
      schema: Type.String({
        maxLength: 200,
        pattern:
          '^https://giftcards(-sandbox)?\\.reloadly\\.com$|^http://(localhost|127\\.0\\.0\\.1)(:\\d+)?$',
        description:
          'must be https://giftcards.reloadly.com, or https://giftcards-sandbox.reloadly.com for the sandbox',
        default: 'https://giftcards-sandbox.reloadly.com',
      }),
      label: { en: 'API', de: 'API', es: 'API', fr: 'API', ja: 'API' },
      hint: {
        en: 'The sandbox is https://giftcards-sandbox.reloadly.com. Real codes are at https://giftcards.reloadly.com.',
        de: 'Die Sandbox ist https://giftcards-sandbox.reloadly.com. Echte Codes gibt es unter https://giftcards.reloadly.com.',
        es: 'El entorno de pruebas es https://giftcards-sandbox.reloadly.com. Los códigos reales están en https://giftcards.reloadly.com.',
        fr: 'Le bac à sable est https://giftcards-sandbox.reloadly.com. Les vrais codes sont sur https://giftcards.reloadly.com.',
        ja: 'サンドボックスは https://giftcards-sandbox.reloadly.com、本番は https://giftcards.reloadly.com です。',
      },
    },
  },
  open: (values, outbound) => createReloadly({ ...values, outbound }),
  test: (values, outbound) => testReloadly({ ...values, outbound }),
})
