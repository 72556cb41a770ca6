/** The texts of the form. */
export const texts = {
  about: {
    en: 'For providers without OpenID Connect, such as AD FS or Shibboleth.',
    de: 'Für Anbieter ohne OpenID Connect, zum Beispiel AD FS oder Shibboleth.',
    es: 'Para proveedores sin OpenID Connect, como AD FS o Shibboleth.',
    fr: 'Pour les fournisseurs sans OpenID Connect, comme AD FS ou Shibboleth.',
    ja: 'AD FS や Shibboleth など、OpenID Connect に対応していないプロバイダー向けです。',
  },
  metadata: {
    en: 'Metadata of the provider',
    de: 'Metadaten des Anbieters',
    es: 'Metadatos del proveedor',
    fr: 'Métadonnées du fournisseur',
    ja: 'プロバイダーのメタデータ',
  },
  metadataHint: {
    en: 'The https:// address of the metadata, whose keys Bestow then follows, or the XML document itself.',
    de: 'Die https://-Adresse der Metadaten, deren Schlüsseln Bestow dann folgt, oder das XML-Dokument selbst.',
    es: 'La dirección https:// de los metadatos, cuyas claves seguirá Bestow, o el propio documento XML.',
    fr: 'L’adresse https:// des métadonnées, dont Bestow suit alors les clés, ou le document XML lui-même.',
    ja: 'メタデータの https:// アドレス（鍵の変更に自動で追従します）、または XML 文書そのもの。',
  },
  groupsAttribute: {
    en: 'Attribute with the groups',
    de: 'Attribut mit den Gruppen',
    es: 'Atributo con los grupos',
    fr: 'Attribut avec les groupes',
    ja: 'グループを含む属性',
  },
  groupsAttributeHint: {
    en: 'Its values give roles, as in Provisioning.',
    de: 'Seine Werte geben Rollen, wie unter „Bereitstellung“.',
    es: 'Sus valores dan roles, como en Aprovisionamiento.',
    fr: 'Ses valeurs donnent des rôles, comme dans Provisionnement.',
    ja: 'その値により、プロビジョニングと同じようにロールが決まります。',
  },
  entityId: {
    en: 'Entity ID, and address of the metadata',
    de: 'Entity-ID und Adresse der Metadaten',
    es: 'ID de entidad y dirección de los metadatos',
    fr: 'ID d’entité et adresse des métadonnées',
    ja: 'エンティティ ID（メタデータのアドレス）',
  },
  responseUrl: {
    en: 'Assertion consumer service (HTTP-POST)',
    de: 'Assertion Consumer Service (HTTP-POST)',
    es: 'Servicio consumidor de aserciones (HTTP-POST)',
    fr: 'Service consommateur d’assertions (HTTP-POST)',
    ja: 'アサーションコンシューマサービス（HTTP-POST）',
  },
} as const
