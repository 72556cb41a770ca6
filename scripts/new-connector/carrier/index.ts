import { Type } from 'typebox'
import { defineCarrier } from '#fulfilment'
import { createExamplePost, testExamplePost } from './example-post.ts'

/** Ships parcels with Example Post. */
export const examplePost = defineCarrier({
  kind: 'example-post',
  carrierName: 'example-post',
  packedHere: true,
  hasRates: false,
  title: { en: 'Example Post' },
  about: {
    en: 'Buys labels with your own account at Example Post.',
    de: 'Kauft Etiketten mit Ihrem eigenen Konto bei Example Post.',
    es: 'Compra etiquetas con tu propia cuenta de Example Post.',
    fr: 'Achète des étiquettes avec votre propre compte chez Example Post.',
    ja: 'ご自身の Example Post アカウントで送り状を購入します。',
  },
  settings: {
    token: {
      schema: Type.String({ minLength: 16, maxLength: 200 }),
      isSecret: true,
      label: { en: 'Token', de: 'Token', es: 'Token', fr: 'Jeton', ja: 'トークン' },
    },
    webhook_secret: {
      schema: Type.String({ minLength: 16, maxLength: 200 }),
      isSecret: true,
      label: {
        en: 'Webhook secret',
        de: 'Webhook-Geheimnis',
        es: 'Secreto del webhook',
        fr: 'Secret du webhook',
        ja: 'Webhook のシークレット',
      },
    },
  },
  open: (values, outbound) => createExamplePost({ ...values, outbound }),
  test: (values, outbound) => testExamplePost({ ...values, outbound }),
})
