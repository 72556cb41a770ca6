/** The texts of the form. */
export const texts = {
  about: {
    en: 'Keycloak, Microsoft Entra ID, Google Workspace, Okta, Auth0 and others. The usual choice.',
    de: 'Keycloak, Microsoft Entra ID, Google Workspace, Okta, Auth0 und andere. Die übliche Wahl.',
    es: 'Keycloak, Microsoft Entra ID, Google Workspace, Okta, Auth0 y otros. La opción habitual.',
    fr: 'Keycloak, Microsoft Entra ID, Google Workspace, Okta, Auth0 et d’autres. Le choix habituel.',
    ja: 'Keycloak、Microsoft Entra ID、Google Workspace、Okta、Auth0 など。通常はこちらを選びます。',
  },
  issuer: { en: 'Issuer', de: 'Aussteller', es: 'Emisor', fr: 'Émetteur', ja: '発行者' },
  issuerHint: {
    en: 'For example https://login.example.com/realms/company',
    de: 'Zum Beispiel https://login.example.com/realms/firma',
    es: 'Por ejemplo, https://login.example.com/realms/empresa',
    fr: 'Par exemple https://login.example.com/realms/entreprise',
    ja: '例：https://login.example.com/realms/company',
  },
  clientId: {
    en: 'Client ID',
    de: 'Client-ID',
    es: 'ID de cliente',
    fr: 'ID client',
    ja: 'クライアント ID',
  },
  clientSecret: {
    en: 'Client secret',
    de: 'Client-Geheimnis',
    es: 'Secreto de cliente',
    fr: 'Secret client',
    ja: 'クライアントシークレット',
  },
  groupsClaim: {
    en: 'Claim with the groups',
    de: 'Claim mit den Gruppen',
    es: 'Claim con los grupos',
    fr: 'Claim avec les groupes',
    ja: 'グループを含むクレーム',
  },
  groupsClaimHint: {
    en: 'Its values give roles, as in Provisioning.',
    de: 'Seine Werte geben Rollen, wie unter „Bereitstellung“.',
    es: 'Sus valores dan roles, como en Aprovisionamiento.',
    fr: 'Ses valeurs donnent des rôles, comme dans Provisionnement.',
    ja: 'その値により、プロビジョニングと同じようにロールが決まります。',
  },
  redirectUri: {
    en: 'Redirect URI',
    de: 'Redirect-URI',
    es: 'URI de redirección',
    fr: 'URI de redirection',
    ja: 'リダイレクト URI',
  },
} as const
