import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/settings.ts'

export const catalogue: SameTexts<typeof german> = {
  '{actor} {action} {subject}': '{actor} : {action} {subject}',
  '{actor} accepted the invitation': '{actor} a accepté l’invitation',
  '{actor} accepted the invitation as {subject}':
    '{actor} a accepté l’invitation en tant que {subject}',
  '{actor} added a passkey': '{actor} a ajouté une clé d’accès',
  '{actor} added a passkey for {subject}': '{actor} a ajouté une clé d’accès pour {subject}',
  '{actor} added addresses or domains to the deny list for {subject}':
    '{actor} a ajouté des adresses ou des domaines à la liste de blocage de {subject}',
  '{actor} added chat alerts to {subject}': '{actor} a ajouté des alertes de chat vers {subject}',
  '{actor} added sample products and campaigns to {subject}':
    '{actor} a ajouté des exemples de produits et de campagnes à {subject}',
  '{actor} added warehouse {subject}': '{actor} a ajouté l’entrepôt {subject}',
  '{actor} added webhook endpoint {subject}': '{actor} a ajouté l’endpoint de webhook {subject}',
  '{actor} adjusted the stock of {subject}': '{actor} a ajusté le stock de {subject}',
  '{actor} advanced the clock of {subject}': '{actor} a avancé l’horloge de {subject}',
  '{actor} allowed emails again to recipient {subject}':
    '{actor} a de nouveau autorisé les e-mails au destinataire {subject}',
  '{actor} answered a problem report of gift {subject}':
    '{actor} a répondu à un signalement de problème du cadeau {subject}',
  '{actor} approved claims of one-link {subject}':
    '{actor} a approuvé des demandes du One-Link {subject}',
  '{actor} archived campaign {subject}': '{actor} a archivé la campagne {subject}',
  '{actor} archived warehouse {subject}': '{actor} a archivé l’entrepôt {subject}',
  '{actor} bought the label of parcel {subject}': '{actor} a acheté l’étiquette du colis {subject}',
  '{actor} called a tool as agent {subject}':
    '{actor} a appelé un outil en tant qu’agent {subject}',
  '{actor} cancelled gift {subject}': '{actor} a annulé le cadeau {subject}',
  '{actor} changed campaign {subject}': '{actor} a modifié la campagne {subject}',
  '{actor} changed chat alerts to {subject}':
    '{actor} a modifié les alertes de chat vers {subject}',
  '{actor} changed gift {subject}': '{actor} a modifié le cadeau {subject}',
  '{actor} changed product {subject}': '{actor} a modifié le produit {subject}',
  '{actor} changed the card of gift {subject}': '{actor} a modifié la carte du cadeau {subject}',
  '{actor} changed the contents of {subject}': '{actor} a modifié le contenu de {subject}',
  '{actor} changed the daily email of {subject}':
    '{actor} a modifié l’e-mail quotidien de {subject}',
  '{actor} changed the daily limit of app {subject}':
    '{actor} a modifié la limite quotidienne de l’application {subject}',
  '{actor} changed the default for {subject}':
    '{actor} a modifié la valeur par défaut de {subject}',
  '{actor} changed the password of {subject}': '{actor} a modifié le mot de passe de {subject}',
  '{actor} changed the permissions of API key {subject}':
    '{actor} a modifié les autorisations de la clé d’API {subject}',
  '{actor} changed the permissions of OAuth client {subject}':
    '{actor} a modifié les autorisations du client OAuth {subject}',
  '{actor} changed the role of {subject}': '{actor} a modifié le rôle de {subject}',
  '{actor} changed the settings of {subject}': '{actor} a modifié les paramètres de {subject}',
  '{actor} changed the settings of one-link {subject}':
    '{actor} a modifié les paramètres du One-Link {subject}',
  '{actor} changed their daily email': '{actor} a modifié son e-mail quotidien',
  '{actor} changed their password': '{actor} a modifié son mot de passe',
  '{actor} changed warehouse {subject}': '{actor} a modifié l’entrepôt {subject}',
  '{actor} changed webhook endpoint {subject}': '{actor} a modifié l’endpoint de webhook {subject}',
  '{actor} closed a problem report of gift {subject}':
    '{actor} a clos un signalement de problème du cadeau {subject}',
  '{actor} closed one-link {subject}': '{actor} a fermé le One-Link {subject}',
  '{actor} connected app {subject}': '{actor} a connecté l’application {subject}',
  '{actor} copied the invitation link of {subject}':
    '{actor} a copié le lien d’invitation de {subject}',
  '{actor} corrected the email address of gift {subject}':
    '{actor} a corrigé l’adresse e-mail du cadeau {subject}',
  '{actor} corrected the email address of recipient {subject}':
    '{actor} a corrigé l’adresse e-mail du destinataire {subject}',
  '{actor} corrected the shipping address of gift {subject}':
    '{actor} a corrigé l’adresse de livraison du cadeau {subject}',
  '{actor} counted the stock of {subject}': '{actor} a compté le stock de {subject}',
  '{actor} created API key {subject}': '{actor} a créé la clé d’API {subject}',
  '{actor} created campaign {subject}': '{actor} a créé la campagne {subject}',
  '{actor} created OAuth client {subject}': '{actor} a créé le client OAuth {subject}',
  '{actor} created one-link {subject}': '{actor} a créé le One-Link {subject}',
  '{actor} created product {subject}': '{actor} a créé le produit {subject}',
  '{actor} created sample gift {subject}': '{actor} a créé l’exemple de cadeau {subject}',
  '{actor} deleted webhook endpoint {subject}':
    '{actor} a supprimé l’endpoint de webhook {subject}',
  '{actor} disabled webhook endpoint {subject}':
    '{actor} a désactivé l’endpoint de webhook {subject}',
  '{actor} disconnected app {subject}': '{actor} a déconnecté l’application {subject}',
  '{actor} enabled webhook endpoint {subject}': '{actor} a activé l’endpoint de webhook {subject}',
  '{actor} entered the tracking number of a parcel of gift {subject}':
    '{actor} a saisi le numéro de suivi d’un colis du cadeau {subject}',
  '{actor} erased the personal data of {subject}':
    '{actor} a effacé les données personnelles de {subject}',
  '{actor} exported the personal data of {subject}':
    '{actor} a exporté les données personnelles de {subject}',
  '{actor} extended gift {subject}': '{actor} a prolongé le cadeau {subject}',
  '{actor} generated new backup codes': '{actor} a généré de nouveaux codes de secours',
  '{actor} generated new backup codes for {subject}':
    '{actor} a généré de nouveaux codes de secours pour {subject}',
  '{actor} handed over parcel {subject}': '{actor} a remis le colis {subject} au transporteur',
  '{actor} imported a catalogue file into {subject}':
    '{actor} a importé un fichier de catalogue dans {subject}',
  '{actor} imported codes of {subject}': '{actor} a importé des codes de {subject}',
  '{actor} imported the tracking number of a parcel of gift {subject}':
    '{actor} a importé le numéro de suivi d’un colis du cadeau {subject}',
  '{actor} invited {subject}': '{actor} a invité {subject}',
  '{actor} marked as not packed parcel {subject}':
    '{actor} a marqué comme non emballé le colis {subject}',
  '{actor} marked as paid the donations to {subject}':
    '{actor} a marqué comme payés les dons à {subject}',
  '{actor} marked as unpaid the donations to {subject}':
    '{actor} a marqué comme non payés les dons à {subject}',
  '{actor} packed parcel {subject}': '{actor} a emballé le colis {subject}',
  '{actor} printed the address label of parcel {subject}':
    '{actor} a imprimé l’étiquette d’adresse du colis {subject}',
  '{actor} printed the carrier’s label of parcel {subject}':
    '{actor} a imprimé l’étiquette du transporteur du colis {subject}',
  '{actor} printed the packing slip of parcel {subject}':
    '{actor} a imprimé le bordereau du colis {subject}',
  '{actor} put items back into stock from a parcel of gift {subject}':
    '{actor} a remis en stock des articles d’un colis du cadeau {subject}',
  '{actor} recorded the progress of a parcel of gift {subject}':
    '{actor} a enregistré l’avancement d’un colis du cadeau {subject}',
  '{actor} rejected claims of one-link {subject}':
    '{actor} a rejeté des demandes du One-Link {subject}',
  '{actor} removed {subject}': '{actor} a retiré {subject}',
  '{actor} removed a passkey': '{actor} a retiré une clé d’accès',
  '{actor} removed a passkey of {subject}': '{actor} a retiré une clé d’accès de {subject}',
  '{actor} removed an entry from the deny list for {subject}':
    '{actor} a retiré une entrée de la liste de blocage de {subject}',
  '{actor} removed chat alerts to {subject}': '{actor} a retiré les alertes de chat vers {subject}',
  '{actor} renamed warehouse {subject}': '{actor} a renommé l’entrepôt {subject}',
  '{actor} replaced the code of gift {subject}': '{actor} a remplacé le code du cadeau {subject}',
  '{actor} replaced the link of gift {subject}': '{actor} a remplacé le lien du cadeau {subject}',
  '{actor} reported a damaged item of parcel {subject}':
    '{actor} a signalé un article endommagé dans le colis {subject}',
  '{actor} reported an item out of stock of parcel {subject}':
    '{actor} a signalé un article en rupture dans le colis {subject}',
  '{actor} reported an unusable address of parcel {subject}':
    '{actor} a signalé une adresse inutilisable pour le colis {subject}',
  '{actor} resent an email of gift {subject}': '{actor} a renvoyé un e-mail du cadeau {subject}',
  '{actor} resent delivery {subject}': '{actor} a renvoyé la livraison {subject}',
  '{actor} resent failed deliveries of webhook endpoint {subject}':
    '{actor} a renvoyé les livraisons en échec de l’endpoint de webhook {subject}',
  '{actor} resent the invitation to {subject}': '{actor} a renvoyé l’invitation à {subject}',
  '{actor} reset the password of {subject}': '{actor} a réinitialisé le mot de passe de {subject}',
  '{actor} reset their password': '{actor} a réinitialisé son mot de passe',
  '{actor} reshipped a parcel of gift {subject}':
    '{actor} a réexpédié un colis du cadeau {subject}',
  '{actor} restored campaign {subject}': '{actor} a restauré la campagne {subject}',
  '{actor} retried the waiting deliveries of webhook endpoint {subject}':
    '{actor} a relancé les livraisons en attente de l’endpoint de webhook {subject}',
  '{actor} revoked a code of {subject}': '{actor} a révoqué un code de {subject}',
  '{actor} revoked API key {subject}': '{actor} a révoqué la clé d’API {subject}',
  '{actor} revoked OAuth client {subject}': '{actor} a révoqué le client OAuth {subject}',
  '{actor} revoked the apps of {subject}': '{actor} a révoqué les applications de {subject}',
  '{actor} revoked the invitation of {subject}': '{actor} a révoqué l’invitation de {subject}',
  '{actor} revoked the tokens of OAuth client {subject}':
    '{actor} a révoqué les jetons du client OAuth {subject}',
  '{actor} rotated the Ed25519 key of webhook endpoint {subject}':
    '{actor} a renouvelé la clé Ed25519 de l’endpoint de webhook {subject}',
  '{actor} rotated the secret of OAuth client {subject}':
    '{actor} a renouvelé le secret du client OAuth {subject}',
  '{actor} rotated the secret of webhook endpoint {subject}':
    '{actor} a renouvelé le secret de l’endpoint de webhook {subject}',
  '{actor} sent a reminder for gift {subject}':
    '{actor} a envoyé un rappel pour le cadeau {subject}',
  '{actor} sent a replacement after a problem report of gift {subject}':
    '{actor} a envoyé un remplacement après un signalement de problème du cadeau {subject}',
  '{actor} sent a replacement of gift {subject}':
    '{actor} a envoyé un remplacement du cadeau {subject}',
  '{actor} sent a test event to webhook endpoint {subject}':
    '{actor} a envoyé un événement de test à l’endpoint de webhook {subject}',
  '{actor} sent a test message to {subject}': '{actor} a envoyé un message de test à {subject}',
  '{actor} sent gift {subject}': '{actor} a envoyé le cadeau {subject}',
  '{actor} set up account {subject}': '{actor} a configuré le compte {subject}',
  '{actor} signed in': '{actor} s’est connecté',
  '{actor} signed in as {subject}': '{actor} s’est connecté en tant que {subject}',
  '{actor} signed out other sessions of {subject}':
    '{actor} a fermé d’autres sessions de {subject}',
  '{actor} signed out their other sessions': '{actor} a fermé ses autres sessions',
  '{actor} simulated a carrier update of parcel {subject}':
    '{actor} a simulé une mise à jour du transporteur pour le colis {subject}',
  '{actor} simulated the progress of gift {subject}':
    '{actor} a simulé l’avancement du cadeau {subject}',
  '{actor} transferred the admin role to {subject}':
    '{actor} a transféré le rôle d’administrateur à {subject}',
  '{actor} turned off the authenticator app of {subject}':
    '{actor} a désactivé l’application d’authentification de {subject}',
  '{actor} turned off their authenticator app':
    '{actor} a désactivé son application d’authentification',
  '{actor} turned on the authenticator app of {subject}':
    '{actor} a activé l’application d’authentification de {subject}',
  '{actor} turned on their authenticator app':
    '{actor} a activé son application d’authentification',
  '{actor} uploaded a photo or video for a card {subject}':
    '{actor} a importé une photo ou une vidéo pour une carte {subject}',
  '{actor} uploaded the file of {subject}': '{actor} a importé le fichier de {subject}',
  '{actor} viewed the address of parcel {subject}':
    '{actor} a consulté l’adresse du colis {subject}',
  '{actor} viewed the shipping address of gift {subject}':
    '{actor} a consulté l’adresse de livraison du cadeau {subject}',
  '{app} disconnected.': '{app} : déconnectée.',
  '{browser} on {system}': '{browser} sur {system}',
  '{chosen} of {total} kinds': '{chosen} types sur {total}',
  '{count} apps have lost access.': {
    one: '{count} application a perdu l’accès.',
    other: '{count} applications ont perdu l’accès.',
  },
  '{count} entries added.': { one: '{count} entrée ajoutée.', other: '{count} entrées ajoutées.' },
  '{count} gifts a day': { one: '{count} cadeau par jour', other: '{count} cadeaux par jour' },
  '{count} of 10 backup codes left': '{count} codes de secours restants sur 10',
  '{count} passkeys, {methods}': {
    one: 'clé d’accès, {methods}',
    other: '{count} clés d’accès, {methods}',
  },
  '{entry} removed from the deny list.': '{entry} : retiré de la liste de blocage.',
  '{name} becomes an admin, and you a sender. Only an admin can give the role back to you.':
    '{name} devient administrateur, et vous expéditeur. Seul un administrateur peut vous rendre ce rôle.',
  '{name} is {role} now.': '{name} a maintenant le rôle {role}.',
  'A former member': 'Un ancien membre',
  'A new invitation link is being sent to {email}.':
    'Un nouveau lien d’invitation est en cours d’envoi à {email}.',
  'A recipient’s address is erased this many days after delivery. The gift, its items and its history are preserved.':
    'L’adresse d’un destinataire est effacée ce nombre de jours après la livraison. Le cadeau, ses articles et son historique sont conservés.',
  'Account id': 'ID du compte',
  'Account name': 'Nom du compte',
  Action: 'Action',
  'Actions for {app}': 'Actions pour {app}',
  'Add a chat': 'Ajouter un chat',
  'Add a passkey': 'Ajouter une clé d’accès',
  'Add a second factor to protect your account.':
    'Ajoutez un second facteur pour protéger votre compte.',
  'Add chat': 'Ajouter le chat',
  'Add to the deny list': 'Ajouter à la liste de blocage',
  Added: 'Ajouté',
  'Added {added}, used {used}': 'Ajout : {added}, utilisation : {used}',
  'Added after the giver’s name. Leave empty to use only theirs.':
    'Ajouté après le nom de la personne qui offre. Laissez vide pour n’utiliser que ce nom.',
  'Added. Send a test to see it in the chat.': 'Ajouté. Envoyez un test pour le voir dans le chat.',
  Address: 'Adresse',
  Addresses: 'Adresses',
  'Addresses and domains': 'Adresses et domaines',
  'Addresses are used for delivery only.': 'Les adresses ne servent qu’à la livraison.',
  Admin: 'Administrateur',
  'Admins manage the account, senders send gifts, and packers pack parcels. An account always has an admin.':
    'Les administrateurs gèrent le compte, les expéditeurs envoient des cadeaux et les préparateurs emballent les colis. Un compte a toujours un administrateur.',
  'After your password, sign in with a six-digit code from your phone.':
    'Après votre mot de passe, connectez-vous avec un code à six chiffres de votre téléphone.',
  Agent: 'Agent',
  'Allowed by': 'Autorisé par',
  'Also for one-links that the API creates.': 'Également pour les One-Links créés par l’API.',
  'An installed app ({protocol})': 'Une application installée ({protocol})',
  'API key': 'Clé d’API',
  'API keys, OAuth clients, webhooks': 'Clés d’API, clients OAuth, webhooks',
  Apps: 'Applications',
  'Apps and assistants that an admin allowed to act for this account. Access lasts until you disconnect it, even if the admin leaves.':
    'Applications et assistants qu’un administrateur a autorisés à agir pour ce compte. L’accès dure jusqu’à ce que vous le coupiez, même si l’administrateur part.',
  Area: 'Domaine',
  'As each campaign': 'Comme chaque campagne',
  'As usual in each language': 'Selon l’usage de chaque langue',
  'At most one a day, and only when something new is in the way of a gift that you sent.':
    'Un par jour au plus, et seulement si un nouvel obstacle bloque un cadeau que vous avez envoyé.',
  'Authenticator app': 'Application d’authentification',
  'Authenticator app turned off.': 'Application d’authentification désactivée.',
  'Backup codes': 'Codes de secours',
  'Bestow encrypts it and never shows it again.': 'Bestow la chiffre et ne l’affiche plus jamais.',
  Browser: 'Navigateur',
  'Can send': 'Peut envoyer',
  'Change campaigns, catalogue and stock': 'Modifier les campagnes, le catalogue et le stock',
  'Change daily limit…': 'Modifier la limite quotidienne…',
  'Changing it signs out all your other sessions.': 'La modifier ferme toutes vos autres sessions.',
  Chat: 'Chat',
  Chats: 'Chats',
  'Choose at least one kind.': 'Choisissez au moins un type.',
  'Code from the app': 'Code de l’application',
  Connected: 'Connectée',
  Continue: 'Continuer',
  'Copy account id': 'Copier l’ID du compte',
  'Copy address': 'Copier l’adresse',
  'Copy invitation link': 'Copier le lien d’invitation',
  'Copy secret': 'Copier le secret',
  'Current password': 'Mot de passe actuel',
  'Daily email about gifts that need attention': 'E-mail quotidien sur les cadeaux à traiter',
  'Daily limit of {app}': 'Limite quotidienne de {app}',
  'Daily limit saved.': 'Limite quotidienne enregistrée.',
  'Data requests': 'Demandes relatives aux données',
  'Days until an address is erased': 'Jours avant l’effacement d’une adresse',
  'Deny list': 'Liste de blocage',
  'Devices where you are signed in. A session ends after a day without use, and after two weeks at most.':
    'Appareils sur lesquels vous êtes connecté. Une session se termine après un jour sans utilisation, et au bout de deux semaines au plus.',
  Disconnect: 'Déconnecter',
  'Disconnect {app}?': 'Déconnecter {app} ?',
  'Disconnect…': 'Déconnecter…',
  Domain: 'Domaine',
  'Download all data about a person, or erase it. Each request is recorded in the audit log.':
    'Téléchargez toutes les données d’une personne, ou effacez-les. Chaque demande est consignée dans le journal d’audit.',
  'Each code works once if you don’t have your phone. Print them, or store them in a password manager.':
    'Chaque code sert une fois si vous n’avez pas votre téléphone. Imprimez-les, ou conservez-les dans un gestionnaire de mots de passe.',
  'Each time with a preview first.': 'Chaque fois après un aperçu.',
  'Email is not set up. The invitation for {email} is saved and will be sent once email works.':
    'L’e-mail n’est pas configuré. L’invitation pour {email} est enregistrée et sera envoyée dès que l’e-mail fonctionnera.',
  Enterprise: 'Enterprise',
  Entry: 'Entrée',
  Everything: 'Tout',
  'Export or erase a person’s data…': 'Exporter ou effacer les données d’une personne…',
  'For the pages and emails of recipients.': 'Pour les pages et les e-mails des destinataires.',
  'For your team, for example #gifts.': 'Pour votre équipe, par exemple #cadeaux.',
  Format: 'Format',
  'Generate new codes': 'Générer de nouveaux codes',
  'Gifts in 24 hours': 'Cadeaux en 24 heures',
  'Gifts of all assistants of the account count.':
    'Les cadeaux de tous les assistants du compte sont comptés.',
  'If MCP is turned on, add this address to an assistant. It opens a page where you sign in and decide what it may do.':
    'Si MCP est activé, ajoutez cette adresse à un assistant. Il ouvre une page où vous vous connectez et décidez de ce qu’il peut faire.',
  'Invitation for {email} saved. It will be sent when email is set up.':
    'Invitation pour {email} enregistrée. Elle sera envoyée dès que l’e-mail sera configuré.',
  'Invitation link': 'Lien d’invitation',
  'Invitation links expire after a week.': 'Les liens d’invitation expirent au bout d’une semaine.',
  Invited: 'Personnes invitées',
  'Invited by {name}; expires {time}': 'Invitation de {name} ; expire {time}',
  'IP address': 'Adresse IP',
  'It loses access at once. To use it again, an admin has to allow it again.':
    'Elle perd aussitôt l’accès. Pour l’utiliser à nouveau, un administrateur doit l’autoriser encore.',
  'Language of the catalogue': 'Langue du catalogue',
  Languages: 'Langues',
  'Last message': 'Dernier message',
  'Last seen': 'Dernière activité',
  'Make admin': 'Nommer administrateur',
  'Make packer': 'Nommer préparateur',
  'Make sender': 'Nommer expéditeur',
  'May send, change and cancel gifts': 'Peut envoyer, modifier et annuler des cadeaux',
  'More actions for {name}': 'Autres actions pour {name}',
  'New backup codes': 'Nouveaux codes de secours',
  'New one-links': 'Nouveaux One-Links',
  'New problems that need attention appear in a chat: at most one message every three minutes, with references and links, and without names or addresses.':
    'Les nouveaux problèmes à traiter apparaissent dans un chat : un message toutes les trois minutes au plus, avec références et liens, sans noms ni adresses.',
  no: 'non',
  'No chat receives alerts yet.': 'Aucun chat ne reçoit d’alertes pour l’instant.',
  'No connected apps': 'Aucune application connectée',
  'No entries yet': 'Aucune entrée',
  'No passkeys yet.': 'Aucune clé d’accès.',
  'No sessions': 'Aucune session',
  'No users': 'Aucun utilisateur',
  'none|apps': 'aucune',
  'none|value': 'aucun',
  Nothing: 'Rien',
  'OAuth apps that {name} has allowed lose their access to this account at once. {name} can allow them again.':
    'Les applications OAuth autorisées par {name} perdent aussitôt l’accès à ce compte. {name} peut les autoriser à nouveau.',
  'OAuth client': 'Client OAuth',
  'Object ID': 'ID de l’objet',
  'Object ID: {id}': 'ID de l’objet : {id}',
  off: 'désactivée',
  on: 'activée',
  'On a computer': 'Sur un ordinateur',
  'On demand': 'On demand',
  'One company, in one region and stage.': 'Une entreprise, dans une région et un environnement.',
  'One per line, for example ada@example.com or example.com':
    'Un par ligne, par exemple ada@example.com ou example.com',
  Operator: 'Exploitant',
  'Or enter this secret in the app: {secret}':
    'Ou saisissez ce secret dans l’application : {secret}',
  'Otherwise, the apps keep their access to this account.':
    'Sinon, les applications gardent l’accès à ce compte.',
  'Over the API': 'Via l’API',
  'Pack parcels, see the address of a parcel while packing it':
    'Emballer des colis, et voir l’adresse du colis pendant l’emballage',
  Packer: 'Préparateur',
  Parcel: 'Colis',
  Passkey: 'Clé d’accès',
  'Passkey added. Use it the next time you sign in.':
    'Clé d’accès ajoutée. Utilisez-la à votre prochaine connexion.',
  Passkeys: 'Clés d’accès',
  password: 'mot de passe',
  'password and code': 'mot de passe et code',
  'Password and code': 'Mot de passe et code',
  'Password changed. Other sessions are signed out.':
    'Mot de passe modifié. Les autres sessions sont fermées.',
  'Past requests': 'Demandes passées',
  'People, branding, privacy, audit log':
    'Personnes, image de marque, confidentialité, journal d’audit',
  Permission: 'Autorisation',
  Person: 'Personne',
  'Personal data': 'Données personnelles',
  'Pick a colour from the screen': 'Prélever une couleur à l’écran',
  'QR code for an authenticator app': 'QR code pour une application d’authentification',
  Receives: 'Reçoit',
  'Recommended. Without it, invented addresses can take all gifts of a one-link.':
    'Recommandé. Sinon, des adresses inventées peuvent prendre tous les cadeaux d’un One-Link.',
  Region: 'Région',
  'Remove {entry}': 'Retirer {entry}',
  'Remove {name}?': 'Retirer {name} ?',
  Resume: 'Reprendre',
  'Revoke access': 'Révoquer l’accès',
  'Revoke access of {count} apps…': {
    one: 'Révoquer l’accès de {count} application…',
    other: 'Révoquer l’accès de {count} applications…',
  },
  'Revoke the access of {count} apps that {name} has allowed': {
    one: 'Révoquer l’accès de {count} application autorisée par {name}',
    other: 'Révoquer l’accès de {count} applications autorisées par {name}',
  },
  'Revoke the access of {count} apps?': {
    one: 'Révoquer l’accès de {count} application ?',
    other: 'Révoquer l’accès de {count} applications ?',
  },
  Role: 'Rôle',
  'Role permissions': 'Autorisations des rôles',
  'Rules for all one-links. Each one-link also has rules of its own.':
    'Règles pour tous les One-Links. Chaque One-Link a aussi ses propres règles.',
  'Scan the QR code and enter the code': 'Scannez le QR code et saisissez le code',
  'See any recipient’s address, after giving a reason':
    'Voir l’adresse de tout destinataire, après avoir indiqué un motif',
  'See recipients': 'Voir les destinataires',
  'Send a test to {name}': 'Envoyer un test à {name}',
  'Send gifts, see and cancel them': 'Envoyer des cadeaux, les voir et les annuler',
  'Send invitation': 'Envoyer l’invitation',
  'Send test': 'Envoyer un test',
  'Sender name (optional)': 'Nom de l’expéditeur (facultatif)',
  'Set up an authenticator app': 'Configurer une application d’authentification',
  Setup: 'Installation',
  'Sign in with fingerprint, face or device PIN instead of password and code. Passkeys are phishing-resistant.':
    'Connectez-vous par empreinte, visage ou code de l’appareil au lieu du mot de passe et du code. Les clés d’accès résistent au hameçonnage.',
  'Sign out {device}': 'Déconnecter {device}',
  'Sign-in': 'Connexion',
  'Sign-ins, invitations, new keys and every other change appear here.':
    'Les connexions, invitations, nouvelles clés et toutes les autres modifications apparaissent ici.',
  'Signed in': 'Connexion',
  'Signed out {count} other sessions.': {
    one: '{count} autre session fermée.',
    other: '{count} autres sessions fermées.',
  },
  'Signs in with': 'Connexion par',
  Stage: 'Environnement',
  Stock: 'Stock',
  synced: 'synchronisée',
  'System|actor': 'Système',
  'Thank you for everything this year.': 'Merci pour tout cette année.',
  'The chat could not be reached ({error}).': 'Le chat n’a pas pu être joint ({error}).',
  'The chat responded with the status {status}.': 'Le chat a répondu avec le statut {status}.',
  'The daily email is off.': 'L’e-mail quotidien est désactivé.',
  'The daily email is on.': 'L’e-mail quotidien est activé.',
  'The invitation is being sent to {email}.': 'L’invitation est en cours d’envoi à {email}.',
  'The language of names and descriptions that are not translations.':
    'La langue des noms et descriptions qui ne sont pas des traductions.',
  'The list is empty.': 'La liste est vide.',
  'The logo cannot be loaded.': 'Le logo ne peut pas être chargé.',
  'The old codes become invalid.': 'Les anciens codes ne seront plus valables.',
  'The test message is on its way.': 'Le message de test est en route.',
  themselves: 'soi-même',
  'These addresses and domains can’t claim from any one-link. Variants of one mailbox, such as ada+gift@example.com, count as one. Gifts that are already claimed are not affected.':
    'Ces adresses et domaines ne peuvent faire de demande sur aucun One-Link. Les variantes d’une même boîte, comme ada+gift@example.com, comptent pour une seule. Les cadeaux déjà demandés ne sont pas concernés.',
  'These entries were already on the list.': 'Ces entrées figuraient déjà dans la liste.',
  'They are signed out at once and can’t sign in again unless you invite them. Gifts they sent keep their name.':
    'La personne est déconnectée aussitôt et ne peut plus se connecter sans invitation. Les cadeaux qu’elle a envoyés gardent son nom.',
  'this device': 'cet appareil',
  'This link replaces the one sent to {email} before.':
    'Ce lien remplace celui envoyé auparavant à {email}.',
  'this session': 'cette session',
  Tier: 'Niveau',
  transfer: 'transférer',
  Transfer: 'Transférer',
  'Transfer admin role to {name}': 'Transférer le rôle d’administrateur à {name}',
  'Transfer your admin role to {name}?': 'Transférer votre rôle d’administrateur à {name} ?',
  'Turn off': 'Désactiver',
  'Turn off the authenticator app': 'Désactiver l’application d’authentification',
  'Turn on': 'Activer',
  'Unknown browser': 'Navigateur inconnu',
  Unwrap: 'Ouvrir le cadeau',
  'Upload a logo': 'Importer un logo',
  'Upload a picture, or enter its https:// URL. The URL is checked when you save.':
    'Importez une image ou saisissez son URL https://. L’URL est vérifiée à l’enregistrement.',
  'URL of the incoming webhook': 'URL du webhook entrant',
  'Used in emails and recipients’ pages unless a campaign has its own colour or logo.':
    'Utilisé dans les e-mails et les pages des destinataires, sauf si une campagne a sa propre couleur ou son propre logo.',
  User: 'Utilisateur',
  'User id': 'ID d’utilisateur',
  Users: 'Utilisateurs',
  Variant: 'Variante',
  'View campaigns and catalogue': 'Voir les campagnes et le catalogue',
  Warehouse: 'Entrepôt',
  'Webhook endpoint': 'Endpoint de webhook',
  'What to report': 'Éléments à signaler',
  'Where to find it': 'Où la trouver',
  'Who changed what, when, and from where. Entries can’t be changed or removed.':
    'Qui a modifié quoi, quand et d’où. Les entrées ne peuvent être ni modifiées ni supprimées.',
  'Works with Slack, with Teams, and with chats that accept messages in Slack’s format, such as Mattermost.':
    'Fonctionne avec Slack, avec Teams et avec les chats qui acceptent les messages au format de Slack, comme Mattermost.',
  yes: 'oui',
  you: 'vous',
  You: 'Vous',
  'You can also share this link yourself. Anyone who has it can join as {email}.':
    'Vous pouvez aussi partager ce lien vous-même. Toute personne qui l’a peut rejoindre le compte en tant que {email}.',
  'You can no longer sign in with it. You can add another passkey at any time.':
    'Vous ne pourrez plus vous connecter avec elle. Vous pouvez ajouter une autre clé d’accès à tout moment.',
  'You can then sign in with the password alone. Your backup codes become invalid.':
    'Vous pourrez alors vous connecter avec le seul mot de passe. Vos codes de secours ne seront plus valables.',
  'You have no other sessions.': 'Vous n’avez pas d’autres sessions.',
  'Your backup codes': 'Vos codes de secours',
  'Your browser then asks you to confirm with this device or a security key.':
    'Votre navigateur vous demandera ensuite de confirmer avec cet appareil ou une clé de sécurité.',
  'Your sessions': 'Vos sessions',
  'Text messages': 'SMS',
  'Recipients with a mobile number get invitations and reminders as text messages too. Choose what else they get.':
    'Les destinataires avec un numéro de mobile reçoivent aussi les invitations et les rappels par SMS. Choisissez ce qu’ils reçoivent en plus.',
  'When the gift is on its way': 'Quand le cadeau est en route',
  'When the gift has arrived': 'Quand le cadeau est arrivé',
  '{actor} changed the text messages of {subject}': '{actor} a modifié les SMS de {subject}',
}
