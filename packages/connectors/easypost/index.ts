import { Type } from 'typebox'
import { defineCarrier } from '#fulfilment'
import { createEasyPost, testEasyPost } from './easypost.ts'

export { createEasyPost, type EasyPostOptions } from './easypost.ts'

/** Labels of many carriers through an EasyPost account. */
export const easypost = defineCarrier({
  kind: 'easypost',
  carrierName: 'easypost',
  packedHere: true,
  hasRates: true,
  title: { en: 'EasyPost' },
  about: {
    en: 'Buys labels of many carriers with your own EasyPost account.',
    de: 'Kauft Etiketten vieler Versanddienste mit Ihrem eigenen EasyPost-Konto.',
    es: 'Compra etiquetas de muchos transportistas con tu propia cuenta de EasyPost.',
    fr: 'Achète des étiquettes de nombreux transporteurs avec votre propre compte EasyPost.',
    ja: 'ご自身の EasyPost アカウントで、多くの配送業者の送り状を購入します。',
  },
  settings: {
    api_key: {
      schema: Type.String({ minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]*$' }),
      isSecret: true,
      label: {
        en: 'API key',
        de: 'API-Schlüssel',
        es: 'Clave de API',
        fr: 'Clé API',
        ja: 'API キー',
      },
      hint: {
        en: 'In EasyPost under Account Settings, API Keys.',
        de: 'In EasyPost unter Account Settings, API Keys.',
        es: 'En EasyPost, en Account Settings, API Keys.',
        fr: 'Dans EasyPost sous Account Settings, API Keys.',
        ja: 'EasyPost の Account Settings の API Keys にあります。',
      },
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
      hint: {
        en: 'At least 16 characters. Enter the same secret when you add the webhook in EasyPost.',
        de: 'Mindestens 16 Zeichen. Geben Sie dasselbe Geheimnis ein, wenn Sie den Webhook in EasyPost anlegen.',
        es: 'Al menos 16 caracteres. Introduce el mismo secreto al añadir el webhook en EasyPost.',
        fr: 'Au moins 16 caractères. Saisissez le même secret en ajoutant le webhook dans EasyPost.',
        ja: '16 文字以上。EasyPost で Webhook を追加するときに同じシークレットを入力します。',
      },
    },
    from: {
      schema: Type.String({
        maxLength: 100,
        pattern: '^adr_[A-Za-z0-9]+$',
        description: 'must be the id of a saved address, such as adr_8f3a2c1d',
      }),
      label: {
        en: 'Sender address',
        de: 'Absenderadresse',
        es: 'Dirección de origen',
        fr: 'Adresse d’expédition',
        ja: '差出人の住所',
      },
      hint: {
        en: 'The id of an address that is saved in EasyPost, such as adr_8f3a2c1d. Warehouses without an address use it.',
        de: 'Die ID einer in EasyPost gespeicherten Adresse, zum Beispiel adr_8f3a2c1d. Lager ohne Adresse nutzen sie.',
        es: 'El id de una dirección guardada en EasyPost, como adr_8f3a2c1d. La usan los almacenes sin dirección.',
        fr: 'L’identifiant d’une adresse enregistrée dans EasyPost, comme adr_8f3a2c1d. Les entrepôts sans adresse l’utilisent.',
        ja: 'EasyPost に保存した住所の ID（例：adr_8f3a2c1d）。住所のない倉庫が使います。',
      },
    },
    ounces: {
      schema: Type.Integer({ minimum: 1, maximum: 10_000, default: 16 }),
      label: {
        en: 'Weight of an item without a weight, in ounces',
        de: 'Gewicht eines Artikels ohne Gewicht, in Unzen',
        es: 'Peso de un artículo sin peso, en onzas',
        fr: 'Poids d’un article sans poids, en onces',
        ja: '重さの登録がない商品の重さ（オンス）',
      },
    },
  },
  open: (values, outbound) => createEasyPost({ ...values, outbound }),
  test: (values, outbound) => testEasyPost({ ...values, outbound }),
})
