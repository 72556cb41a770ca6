import { Type } from 'typebox'
import { defineCodeSupplier } from '#digital'
import { createRuna, testRuna } from './runa.ts'

/** Payout links of Runa (API version 2024-02-05): a link for each gift, behind which recipients find their gift card. */
export const runa = defineCodeSupplier({
  kind: 'runa',
  gives: 'link',
  isSandbox: ({ url }) => String(url).includes('//playground.'),
  title: { en: 'Runa' },
  about: {
    en: 'Buys a payout link for each digital gift.',
    de: 'Kauft für jedes digitale Geschenk einen Auszahlungslink.',
    es: 'Compra un enlace de pago para cada regalo digital.',
    fr: 'Achète un lien de paiement pour chaque cadeau numérique.',
    ja: 'デジタルギフトごとに受け取りリンクを購入します。',
  },
  settings: {
    api_key: {
      isSecret: true,
      schema: Type.String({ minLength: 1, maxLength: 500, pattern: '^[\\x21-\\x7e]+$' }),
      label: { en: 'API key', de: 'API-Schlüssel', es: 'Clave API', fr: 'Clé API', ja: 'API キー' },
      hint: {
        en: 'At Runa under API keys. The playground has keys of its own.',
        de: 'Bei Runa unter API keys. Der Playground hat eigene Schlüssel.',
        es: 'En Runa, en API keys. El entorno de pruebas tiene sus propias claves.',
        fr: 'Chez Runa, sous API keys. Le bac à sable a ses propres clés.',
        ja: 'Runa の API keys にあります。テスト環境（playground）には専用のキーがあります。',
      },
    },
    balance: {
      schema: Type.String({
        maxLength: 3,
        pattern: '^[A-Z]{3}$',
        description: 'must be the currency of a balance, such as USD',
        default: 'USD',
      }),
      label: { en: 'Balance', de: 'Guthaben', es: 'Saldo', fr: 'Solde', ja: '残高' },
      hint: {
        en: 'The currency of the balance that pays for the links.',
        de: 'Die Währung des Guthabens, aus dem die Links bezahlt werden.',
        es: 'La moneda del saldo con el que se pagan los enlaces.',
        fr: 'La devise du solde qui paie les liens.',
        ja: 'リンクの支払いに使う残高の通貨。',
      },
    },
    url: {
      receivesSecrets: true,
      schema: Type.String({
        maxLength: 200,
        pattern:
          '^https://(api|playground)\\.runa\\.io$|^http://(localhost|127\\.0\\.0\\.1)(:\\d+)?$',
        description: 'must be https://api.runa.io, or https://playground.runa.io for tests',
        default: 'https://playground.runa.io',
      }),
      label: { en: 'API', de: 'API', es: 'API', fr: 'API', ja: 'API' },
      hint: {
        en: 'For tests it is https://playground.runa.io. Real links are at https://api.runa.io.',
        de: 'Für Tests ist es https://playground.runa.io. Echte Links gibt es unter https://api.runa.io.',
        es: 'Para pruebas es https://playground.runa.io. Los enlaces reales están en https://api.runa.io.',
        fr: 'Pour les essais, c’est https://playground.runa.io. Les vrais liens sont sur https://api.runa.io.',
        ja: 'テスト用は https://playground.runa.io、本番は https://api.runa.io です。',
      },
    },
  },
  open: (values, outbound) => createRuna({ ...values, outbound }),
  test: (values, outbound) => testRuna({ ...values, outbound }),
})
