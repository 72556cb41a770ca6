import { Type } from 'typebox'

/** Who asks, and where. */
export interface AwsAccess {
  region: string
  /** The id of the access key. */
  access_id: string
  secret_access_key: string
  /** Only for temporary credentials. */
  session_token: string
}

/** Declares the settings that connectors of AWS have in common. */
export const awsSettings = {
  region: {
    schema: Type.String({
      maxLength: 40,
      pattern: '^[a-z0-9]+(-[a-z0-9]+)+$',
      description: 'must be a region, such as eu-central-1',
    }),
    label: { en: 'Region', de: 'Region', es: 'Región', fr: 'Région', ja: 'リージョン' },
    hint: {
      en: 'Such as eu-central-1.',
      de: 'Zum Beispiel eu-central-1.',
      es: 'Por ejemplo, eu-central-1.',
      fr: 'Par exemple eu-central-1.',
      ja: '例: eu-central-1。',
    },
  },
  access_id: {
    schema: Type.String({
      minLength: 1,
      maxLength: 128,
      pattern: '^[A-Za-z0-9_]+$',
      description: 'must be the id of an access key, such as AKIAIOSFODNN7EXAMPLE',
    }),
    label: {
      en: 'Access key ID',
      de: 'Zugriffsschlüssel-ID',
      es: 'ID de clave de acceso',
      fr: 'ID de clé d’accès',
      ja: 'アクセスキー ID',
    },
    hint: {
      en: 'Of an IAM user that may only do this.',
      de: 'Eines IAM-Benutzers, der nur dies darf.',
      es: 'De un usuario de IAM que solo pueda hacer esto.',
      fr: 'D’un utilisateur IAM qui ne peut faire que cela.',
      ja: 'この操作だけを許可した IAM ユーザーのもの。',
    },
  },
  secret_access_key: {
    isSecret: true,
    schema: Type.String({ minLength: 1, maxLength: 500, pattern: '^[\\x21-\\x7e]+$' }),
    label: {
      en: 'Secret access key',
      de: 'Geheimer Zugriffsschlüssel',
      es: 'Clave de acceso secreta',
      fr: 'Clé d’accès secrète',
      ja: 'シークレットアクセスキー',
    },
  },
  session_token: {
    isSecret: true,
    schema: Type.String({ maxLength: 4_096, pattern: '^[\\x21-\\x7e]*$', default: '' }),
    label: {
      en: 'Session token (optional)',
      de: 'Sitzungstoken (optional)',
      es: 'Token de sesión (opcional)',
      fr: 'Jeton de session (facultatif)',
      ja: 'セッショントークン（任意）',
    },
    hint: {
      en: 'Only for temporary credentials, which expire after hours.',
      de: 'Nur für temporäre Anmeldedaten, die nach Stunden ablaufen.',
      es: 'Solo para credenciales temporales, que caducan en horas.',
      fr: 'Seulement pour des identifiants temporaires, qui expirent en quelques heures.',
      ja: '数時間で期限が切れる一時的な認証情報の場合のみ。',
    },
  },
} as const
