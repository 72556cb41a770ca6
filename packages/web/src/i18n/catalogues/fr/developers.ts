import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/developers.ts'

export const catalogue: SameTexts<typeof german> = {
  'Active|key': 'Active',
  'Created|key': 'Créée',
  '{addresses} and {count} more': '{addresses} et {count} de plus',
  '{bytes} bytes · SHA-256 {digest}': '{bytes} octets · SHA-256 {digest}',
  '{count} days': { one: '{count} jour', other: '{count} jours' },
  '{count} days ahead of the real time.': {
    one: '{count} jour d’avance sur l’heure réelle.',
    other: '{count} jours d’avance sur l’heure réelle.',
  },
  '{count} days|for': { one: '{count} jour', other: '{count} jours' },
  '{count} deliveries are paused until the signing secret can be decrypted.': {
    one: '{count} livraison est en pause jusqu’à ce que le secret de signature puisse être déchiffré.',
    other:
      '{count} livraisons sont en pause jusqu’à ce que le secret de signature puisse être déchiffré.',
  },
  '{count} deliveries are retried now.': {
    one: '{count} livraison est relancée maintenant.',
    other: '{count} livraisons sont relancées maintenant.',
  },
  '{count} deliveries are retried within {time}.': {
    one: '{count} livraison sera relancée d’ici {time}.',
    other: '{count} livraisons seront relancées d’ici {time}.',
  },
  '{count} deliveries have attempts left and wait for a retry. To send them earlier, use “Retry … waiting now”.':
    {
      one: '{count} livraison a encore des tentatives et attend d’être relancée. Pour l’envoyer plus tôt, utilisez « Relancer maintenant… ».',
      other:
        '{count} livraisons ont encore des tentatives et attendent d’être relancées. Pour les envoyer plus tôt, utilisez « Relancer maintenant… ».',
    },
  '{count} deliveries not resent: {reason}': {
    one: '{count} livraison non renvoyée : {reason}',
    other: '{count} livraisons non renvoyées : {reason}',
  },
  '{count} deliveries pending.': {
    one: '{count} livraison en attente.',
    other: '{count} livraisons en attente.',
  },
  '{count} deliveries wait for a retry.': {
    one: '{count} livraison attend une nouvelle tentative.',
    other: '{count} livraisons attendent une nouvelle tentative.',
  },
  '{count} deliveries wait for the next attempt. These attempts start now, oldest first, at 50 per second, so that your receiver is not overloaded. The number of attempts stays the same.':
    {
      one: '{count} livraison attend la prochaine tentative. Ces tentatives commencent maintenant, les plus anciennes d’abord, à raison de 50 par seconde, pour ne pas surcharger votre récepteur. Le nombre de tentatives ne change pas.',
      other:
        '{count} livraisons attendent la prochaine tentative. Ces tentatives commencent maintenant, les plus anciennes d’abord, à raison de 50 par seconde, pour ne pas surcharger votre récepteur. Le nombre de tentatives ne change pas.',
    },
  '{count} events are being resent.': {
    one: '{count} événement est en cours de renvoi.',
    other: '{count} événements sont en cours de renvoi.',
  },
  '{count} events resent to {endpoint}': {
    one: '{count} événement renvoyé à {endpoint}',
    other: '{count} événements renvoyés à {endpoint}',
  },
  '{count} events will be resent.': {
    one: '{count} événement sera renvoyé.',
    other: '{count} événements seront renvoyés.',
  },
  '{count} failed attempts': {
    one: '{count} tentative en échec',
    other: '{count} tentatives en échec',
  },
  '{count} failures|after': { one: '{count} échec', other: '{count} échecs' },
  '{count} hours': { one: '{count} heure', other: '{count} heures' },
  '{count} hours|for': { one: '{count} heure', other: '{count} heures' },
  '{count} minutes': { one: '{count} minute', other: '{count} minutes' },
  '{count} minutes|for': { one: '{count} minute', other: '{count} minutes' },
  '{count} of 5': '{count} sur 5',
  '{count} open deliveries are cancelled.': {
    one: '{count} livraison en cours est annulée.',
    other: '{count} livraisons en cours sont annulées.',
  },
  '{count} pending deliveries are paused, and continue once it is enabled.': {
    one: '{count} livraison en attente est mise en pause et reprendra dès son activation.',
    other: '{count} livraisons en attente sont mises en pause et reprendront dès son activation.',
  },
  '{count} permissions': { one: '{count} autorisation', other: '{count} autorisations' },
  '{count} requests': { one: '{count} requête', other: '{count} requêtes' },
  '{count} requests in the last hour': {
    one: '{count} requête au cours de la dernière heure',
    other: '{count} requêtes au cours de la dernière heure',
  },
  '{count} sample gifts created.': {
    one: '{count} exemple de cadeau créé.',
    other: '{count} exemples de cadeaux créés.',
  },
  '{count} seconds': { one: '{count} seconde', other: '{count} secondes' },
  '{detail} Events from this time are never sent to it.':
    '{detail} Les événements de cette période ne lui seront jamais envoyés.',
  '{dots} (unchanged)': '{dots} (inchangé)',
  '{failed} failed': '{failed} en échec',
  '{failed} of the last {attempts} attempts failed {window}.':
    '{failed} des {attempts} dernières tentatives ont échoué {window}.',
  '{failed} of the last {attempts} attempts failed. Failing for {time}.':
    'Depuis {time}, {failed} des {attempts} dernières tentatives ont échoué.',
  '{from} to {to}': '{from} à {to}',
  '{label}: {total} in total, at most {max} per minute':
    '{label} : {total} au total, {max} par minute au plus',
  '{name} revoked.': '{name} : révoqué.',
  '{next_attempt}, the last': '{next_attempt} (la dernière)',
  '{next_attempt}. If it fails, with the default delays: {attempts}.':
    '{next_attempt}. En cas d’échec, avec les délais par défaut : {attempts}.',
  'The cause of {number} of {failed_attempts} in the last day, most recently {time}.':
    '{number} sur {failed_attempts} au cours des dernières 24 heures, la dernière {time}.',
  '{reference}: {state}': '{reference} : {state}',
  '{scopes} and {count} more': '{scopes} et {count} de plus',
  '{status} after {duration}, {time}': '{status} après {duration}, {time}',
  '{value} h': '{value} h',
  '{value} min': '{value} min',
  '{value} ms': '{value} ms',
  '{value} s': '{value} s',
  '{version} (latest)': '{version} (la plus récente)',
  '{version} (previous)': '{version} (précédente)',
  '+ 1 day': '+ 1 jour',
  '+ 1 hour': '+ 1 heure',
  '+ 1 week': '+ 1 semaine',
  '+ 30 days': '+ 30 jours',
  'All of the last {attempts} attempts failed {window}.':
    'Aucune des {attempts} dernières tentatives n’a abouti {window}.',
  'All of the last {attempts} attempts failed. Failing for {time}.':
    'Depuis {time}, aucune des {attempts} dernières tentatives n’a abouti.',
  '1. Create and deploy a new key': '1. Créer et déployer une nouvelle clé',
  '10 minutes': '10 minutes',
  '12 hours': '12 heures',
  '2 hours': '2 heures',
  '2 secrets, the old one expires {time}': '2 secrets, l’ancien expire {time}',
  '2 signatures': '2 signatures',
  '2. Watch traffic switch over': '2. Observer la bascule du trafic',
  '2nd attempt': '2e tentative',
  '3. Revoke the old key': '3. Révoquer l’ancienne clé',
  '30 seconds': '30 secondes',
  '3rd attempt': '3e tentative',
  '403 Forbidden: signature or timestamp rejected':
    '403 Forbidden : signature ou horodatage rejeté',
  '4th attempt': '4e tentative',
  '5th attempt': '5e tentative',
  '64 characters of lower-case hex': '64 caractères hexadécimaux en minuscules',
  'A 4xx status means that the receiver rejected the request.':
    'Un statut 4xx signifie que le récepteur a rejeté la requête.',
  'A 5xx status means that the receiver failed.':
    'Un statut 5xx signifie que le récepteur a échoué.',
  'A delivery fails after five attempts. You can resend it from the log.':
    'Une livraison échoue après cinq tentatives. Vous pouvez la renvoyer depuis le journal.',
  'A JSON:API document: {example}. Media type application/vnd.api+json, which some frameworks do not parse by default. The status is called state; there are no line items and no metadata.':
    'Un document JSON:API : {example}. Type de média application/vnd.api+json, que certains frameworks n’analysent pas par défaut. Le statut s’appelle state ; il n’y a ni line items ni métadonnées.',
  'A key that leaks does less harm if it expires. Admins get an email before.':
    'Une clé divulguée fait moins de dégâts si elle expire. Les administrateurs reçoivent un e-mail avant.',
  'A program still uses it. Create a new key for it.':
    'Un programme l’utilise encore. Créez-lui une nouvelle clé.',
  'A program that can change webhook endpoints decides where your data goes. Confirm that it’s you.':
    'Un programme qui peut modifier les endpoints de webhook décide où vont vos données. Confirmez que c’est bien vous.',
  'A proxy or framework in front of the receiver requires authentication.':
    'Un proxy ou un framework placé devant le récepteur exige une authentification.',
  'A refresh token is only valid at /auth/token, to get a new access token.':
    'Un jeton d’actualisation n’est valable que sur /auth/token, pour obtenir un nouveau jeton d’accès.',
  'about 10 minutes later': 'environ 10 minutes plus tard',
  'about 12 hours later': 'environ 12 heures plus tard',
  'about 2 hours later': 'environ 2 heures plus tard',
  'about 30 seconds after the first': 'environ 30 secondes après la première',
  'Access tokens last an hour. Use the refresh token to get a new one before that.':
    'Les jetons d’accès durent une heure. Utilisez le jeton d’actualisation pour en obtenir un nouveau avant.',
  Active: 'Actif',
  'Add header': 'Ajouter un en-tête',
  'Add the missing key to BESTOW_SECRET_KEY and restart Bestow, or rotate the secret here and give the new one to the receiver. Paused deliveries then continue with all their attempts.':
    'Ajoutez la clé manquante à BESTOW_SECRET_KEY et redémarrez Bestow, ou renouvelez le secret ici et transmettez le nouveau au récepteur. Les livraisons en pause reprendront alors avec toutes leurs tentatives.',
  'Add the URL of your software to receive an event whenever a gift is created, redeemed, dispatched, delivered or cancelled.':
    'Ajoutez l’URL de votre logiciel pour recevoir un événement dès qu’un cadeau est créé, choisi, expédié, livré ou annulé.',
  'address not allowed': 'adresse refusée',
  'All {attempts} attempts {window} arrived.':
    'Les {attempts} tentatives effectuées {window} ont toutes abouti.',
  'All done: {old_key} was revoked {time}. <a>Back to API keys</a>':
    'Terminé : {old_key} a été révoquée {time}. <a>Retour aux clés d’API</a>',
  'All requests for it': 'Toutes ses requêtes',
  'All tokens of {name} revoked.': 'Tous les jetons de {name} ont été révoqués.',
  'Allow the connection in the firewall, and check that the host is up.':
    'Autorisez la connexion dans le pare-feu, et vérifiez que l’hôte fonctionne.',
  'Allowed addresses (optional)': 'Adresses autorisées (facultatif)',
  'Allowed addresses of {name}': 'Adresses autorisées de {name}',
  'Allowed addresses of {name} saved. They apply from the next request.':
    'Adresses autorisées de {name} enregistrées. Elles s’appliquent dès la prochaine requête.',
  'Also manage webhook endpoints': 'Gérer aussi les endpoints de webhook',
  'Also send Standard Webhooks headers': 'Envoyer aussi les en-têtes Standard Webhooks',
  'Also send attention events': 'Envoyer aussi ce qui est à traiter',
  'Also sign with Ed25519': 'Signer aussi avec Ed25519',
  'Always last.': 'Toujours en dernier.',
  'An API key gives a program access to this account, with the permissions you choose. Keys are shown once.':
    'Une clé d’API donne à un programme accès à ce compte, avec les autorisations que vous choisissez. Les clés ne sont affichées qu’une fois.',
  'An API key is enough for most integrations. Use OAuth for short-lived tokens, or for apps that act with a user’s consent.':
    'Une clé d’API suffit pour la plupart des intégrations. Utilisez OAuth pour des jetons de courte durée, ou pour des applications qui agissent avec l’accord d’un utilisateur.',
  'an hour ago': 'il y a une heure',
  'Any 2xx status accepts the event. The response body is ignored.':
    'Tout statut 2xx accepte l’événement. Le corps de la réponse est ignoré.',
  'API key': 'Clé d’API',
  'API key not found': 'Clé d’API introuvable',
  'API token in the x-api-key header': 'Jeton d’API dans l’en-tête x-api-key',
  Arrived: 'Réussies',
  'As it is sent, except for the event ID, the timestamp and the signature.':
    'Telle qu’elle est envoyée, sauf l’identifiant de l’événement, l’horodatage et la signature.',
  'As the first attempt will send it, except for timestamp and signature.':
    'Telle que la première tentative l’enverra, sauf l’horodatage et la signature.',
  'As the last attempt sent it, {time}.': 'Telle que la dernière tentative l’a envoyée, {time}.',
  'Ask the operator of this service. Your receiver is not the cause.':
    'Contactez l’exploitant de ce service. Votre récepteur n’est pas en cause.',
  'At least {count} events will be resent.': 'Au moins {count} événements seront renvoyés.',
  'At most once, even if a part is reshipped.':
    'Une fois au plus, même si une partie est réexpédiée.',
  'Attempt {number}': 'Tentative {number}',
  'attempt {number} about {delay} later': 'tentative {number} environ {delay} plus tard',
  'Attempt results explained': 'Comprendre les résultats des tentatives',
  Attempts: 'Tentatives',
  'Attempts in 24 hours': 'Tentatives en 24 heures',
  'Attempts of the last 24 hours: {ok} arrived, {failed} failed':
    'Tentatives des dernières 24 heures : {ok} réussies, {failed} en échec',
  'bad response': 'réponse non valide',
  Body: 'Corps',
  'Body format': 'Format du corps',
  'Both keys work until you revoke the old one.':
    'Les deux clés fonctionnent jusqu’à ce que vous révoquiez l’ancienne.',
  'Both keys work until you revoke the old one. It expires on {date}.':
    'Les deux clés fonctionnent jusqu’à ce que vous révoquiez l’ancienne, qui expire le {date}.',
  'The body as sent, {time}.': 'Le corps tel qu’il a été envoyé, {time}.',
  'The old key no longer works.': 'L’ancienne clé ne fonctionne plus.',
  'You can leave and return to this URL.': 'Vous pouvez quitter la page et revenir à cette URL.',
  'Call the region of the account.': 'Appelez la région du compte.',
  cancelled: 'annulé',
  'Cancelled|event': 'Annulé',
  'Cannot sign requests': 'Impossible de signer les requêtes',
  'Certificate authority': 'Autorité de certification',
  'Certificate expires soon': 'Le certificat expire bientôt',
  'Certificate has expired': 'Le certificat a expiré',
  Certificates: 'Certificats',
  'Change allowed addresses…': 'Modifier les adresses autorisées…',
  'Change gift states, simulate carriers and advance the clock. Emails, events and deliveries are sent as usual.':
    'Changez l’état des cadeaux, simulez des transporteurs et avancez l’horloge. Les e-mails, événements et livraisons sont envoyés comme d’habitude.',
  'Change permissions…': 'Modifier les autorisations…',
  'Change the endpoint to the target URL of the redirect. A missing or extra trailing slash is a common cause.':
    'Remplacez l’URL de l’endpoint par la cible de la redirection. Souvent, une barre oblique finale manque ou est en trop.',
  'Changes apply to the next attempt. Recorded bodies stay as they are.':
    'Les modifications s’appliquent à la prochaine tentative. Les corps déjà enregistrés restent inchangés.',
  'Check its logs for the ID of the event.': 'Recherchez l’ID de l’événement dans ses journaux.',
  'Check its logs. Often the body was parsed before the signature was verified, or another payload version was expected.':
    'Consultez ses journaux. Souvent, le corps a été analysé avant la vérification de la signature, ou une autre version du payload était attendue.',
  'Check that it uses the current secret of this endpoint and verifies the raw bytes, and that its clock is correct.':
    'Vérifiez qu’il utilise le secret actuel de cet endpoint, qu’il contrôle les octets bruts et que son horloge est à l’heure.',
  'Check that the address is correct and reachable from the internet.':
    'Vérifiez que l’adresse est correcte et accessible depuis Internet.',
  'Check the logs of your server.': 'Consultez les journaux de votre serveur.',
  'Check the path of the URL, and that the route is deployed.':
    'Vérifiez le chemin de l’URL, et que la route est déployée.',
  'Check the port, and whether the URL should start with https://.':
    'Vérifiez le port, et si l’URL doit commencer par https://.',
  'Check the spelling of the host name, and that its DNS record is public.':
    'Vérifiez l’orthographe du nom d’hôte et que son enregistrement DNS est public.',
  'Check whether the receiver crashed, a proxy dropped the connection, or the server requires another client certificate.':
    'Vérifiez si le récepteur a planté, si un proxy a coupé la connexion ou si le serveur exige un autre certificat client.',
  'Check your signature': 'Vérifier votre signature',
  'Choose a file for: {label}': 'Choisir un fichier pour : {label}',
  Client: 'Client',
  'Client certificate': 'Certificat client',
  'Client ID': 'ID client',
  Clock: 'Horloge',
  'Clock advanced.': 'Horloge avancée.',
  'Clock advanced. {count} gifts changed state.': {
    one: 'Horloge avancée. {count} cadeau a changé d’état.',
    other: 'Horloge avancée. {count} cadeaux ont changé d’état.',
  },
  Connect: 'Connexion',
  'connection failed': 'échec de connexion',
  'connection refused': 'connexion refusée',
  'connection timed out': 'délai de connexion dépassé',
  Connection: 'Connexion',
  'Connection closed without a response': 'Connexion fermée sans réponse',
  'Connection refused': 'Connexion refusée',
  'Copy {label}': 'Copier {label}',
  'Copy client ID': 'Copier l’ID client',
  'Copy ID': 'Copier l’ID',
  'Copy previous key': 'Copier la clé précédente',
  'Copy public key': 'Copier la clé publique',
  'Copy resource ID': 'Copier l’ID de la ressource',
  'Copy SHA-256': 'Copier le SHA-256',
  'Copy URL': 'Copier l’URL',
  'Correct, export and erase recipients': 'Corriger, exporter et effacer des destinataires',
  Count: 'Nombre',
  'Counting…': 'Calcul en cours…',
  'Create a new token.': 'Créez un nouveau jeton.',
  'Create an API key and call the API. Requests appear here within a second.':
    'Créez une clé d’API et appelez l’API. Les requêtes apparaissent ici en moins d’une seconde.',
  'Create and change endpoints, and resend deliveries':
    'Créer et modifier des endpoints, et renvoyer des livraisons',
  'Create and change products, stock and warehouses':
    'Créer et modifier les produits, le stock et les entrepôts',
  'Create client': 'Créer le client',
  'Create new key': 'Créer une clé',
  'Create sample gifts': 'Créer des exemples de cadeaux',
  'Create sample gifts for five fictional recipients from your first campaign.':
    'Créez des exemples de cadeaux pour cinq destinataires fictifs à partir de votre première campagne.',
  'Create the new key first.': 'Créez d’abord la nouvelle clé.',
  'Create, change and archive campaigns': 'Créer, modifier et archiver des campagnes',
  'Create, change and close one-links, and decide on claims':
    'Créer, modifier et fermer des One-Links, et statuer sur les demandes',
  'Created|event': 'Créé',
  curl: 'curl',
  'curl, signed with your secret': 'Commande curl qui signe avec votre secret',
  Custom: 'Personnalisé',
  'Custom headers (optional)': 'En-têtes personnalisés (facultatif)',
  Data: 'Données',
  Delete: 'Supprimer',
  'Delete this endpoint?': 'Supprimer cet endpoint ?',
  'Delete…': 'Supprimer…',
  delivered: 'livré',
  'Delivered.': 'Livré.',
  'Delivered|delivery': 'Livrée',
  'Delivered|event': 'Livré',
  'Delivered|parcel': 'Livré',
  'Deliveries of this event': 'Livraisons de cet événement',
  'delivery {id}': 'livraison {id}',
  'delivery attempt failed': 'échec de livraison',
  'Delivery attempted': 'Livraison tentée',
  Disable: 'Désactiver',
  'Disable or delete the endpoint if it is no longer needed.':
    'Désactivez ou supprimez l’endpoint s’il n’est plus utile.',
  'Disable this endpoint?': 'Désactiver cet endpoint ?',
  'Disable…': 'Désactiver…',
  Disabled: 'Désactivé',
  'Dispatched|event': 'Expédié',
  'DNS lookup failed': 'échec DNS',
  'DNS has no address for the host name in the URL.':
    'Le DNS n’a aucune adresse pour le nom d’hôte de l’URL.',
  'Done {time}: the new key ends in {new_key}. Replace {old_key} with it everywhere.':
    'Fait {time} : la nouvelle clé se termine par {new_key}. Remplacez {old_key} par elle partout.',
  Download: 'Télécharger',
  'Download the example of version {version}': 'Télécharger l’exemple de la version {version}',
  'Each delay varies by ±20%. The operator of this installation can change the delays.':
    'Chacun à ± 20 %. L’exploitant de cette installation peut modifier les délais.',
  'Each bar is half an hour. Green: arrived. Red: failed.':
    'Chaque barre représente une demi-heure. Vert : réussies. Rouge : en échec.',
  'Each bar is half an hour. Green: arrived. Red: failed. Only the newest 20,000 deliveries are counted.':
    'Chaque barre représente une demi-heure. Vert : réussies. Rouge : en échec. Seules les 20 000 dernières livraisons sont comptées.',
  'Each event is about one gift. <a>Examples</a>':
    'Chaque événement concerne un cadeau. <a>Exemples</a>',
  'Each event that failed all five attempts is resent once, with the same event ID and body, and five new attempts. Test events and events already resent are skipped.':
    'Chaque événement dont les cinq tentatives ont échoué est renvoyé une fois, avec le même ID et le même corps, et cinq nouvelles tentatives. Les événements de test et ceux déjà renvoyés sont ignorés.',
  'Each time the parcel returns to transit.': 'Chaque fois que le colis repart en transit.',
  'Ed25519 key': 'Clé Ed25519',
  'Edit or rotate secret': 'Modifier ou renouveler le secret',
  Enable: 'Activer',
  'Enable the endpoint first.': 'Activez d’abord l’endpoint.',
  'Enable the endpoint to send it a test.': 'Activez l’endpoint pour lui envoyer un test.',
  'Enable this media type in your framework, or change the endpoint to 2026-05.':
    'Activez ce type de média dans votre framework, ou passez l’endpoint à 2026-05.',
  'Enabled. Paused deliveries continue now.':
    'Activé. Les livraisons en pause reprennent maintenant.',
  'Endpoint details': 'Détails de l’endpoint',
  'endpoint disabled': 'endpoint désactivé',
  'Endpoint disabled.': 'Endpoint désactivé.',
  'Endpoints receive it in full. An admin can reveal it on the gift’s page after giving a reason.':
    'Les endpoints la reçoivent en entier. Un administrateur peut l’afficher sur la page du cadeau après avoir indiqué un motif.',
  'Endpoints receive it in full. To see it, give a reason on <a>the gift’s page</a>.':
    'Les endpoints la reçoivent en entier. Pour la voir, indiquez un motif sur <a>la page du cadeau</a>.',
  'Error code reference': 'Référence des codes d’erreur',
  'Errors returned': 'Erreurs renvoyées',
  'Event examples': 'Exemples d’événements',
  'Event ID': 'ID de l’événement',
  'Event log': 'Journal des événements',
  'Separate events such as attention.backordered and attention.cleared. Your receiver must handle them.':
    'Des événements à part, par exemple attention.backordered et attention.cleared. Votre récepteur doit les connaître.',
  'Events that occur while it is disabled are never sent to it, not even after you enable it again.':
    'Les événements survenus pendant sa désactivation ne lui seront jamais envoyés, même après sa réactivation.',
  'Every email of this installation, as the recipient sees it.':
    'Tous les e-mails de cette installation, tels que le destinataire les voit.',
  'Every event sent to an endpoint appears here, with each attempt.':
    'Chaque événement envoyé à un endpoint apparaît ici, avec toutes ses tentatives.',
  'Every event sent to an endpoint, with each attempt. Attempts are stored for 90 days, bodies for 30.':
    'Chaque événement envoyé à un endpoint, avec toutes ses tentatives. Les tentatives sont conservées 90 jours, les corps 30 jours.',
  'Everything the API can do, including what later versions add.':
    'Tout ce que permet l’API, y compris ce que les prochaines versions ajouteront.',
  'Exempt webhook requests from authentication, and verify their signature instead.':
    'Exemptez les requêtes de webhook de l’authentification, et vérifiez plutôt leur signature.',
  'Expired {time}': 'A expiré {time}',
  Expires: 'Expire',
  'Expires {time}': 'Expire {time}',
  'Failed after the fifth attempt. You can resend it.':
    'Échec après la cinquième tentative. Vous pouvez le renvoyer.',
  'Failed, because its endpoint or body was deleted.':
    'Échec, car l’endpoint ou le corps a été supprimé.',
  'Failed|delivery': 'En échec',
  Failing: 'En échec',
  'Finished.': 'Terminé.',
  'First call': 'Premier appel',
  'Flat JSON, as in API responses: {example}. Media type application/json.':
    'JSON à plat, comme dans les réponses de l’API : {example}. Type de média application/json.',
  'For a digital gift, delivered is sent at the same time, in either order.':
    'Pour un cadeau numérique, delivered est envoyé en même temps, dans un ordre quelconque.',
  'For existing integrations. Use 2026-05 for new ones.':
    'Pour les intégrations existantes. Utilisez 2026-05 pour les nouvelles.',
  'For receivers that verify with a public key, so that a leak at the receiver cannot be used to forge events. Includes the Standard Webhooks headers.':
    'Pour les récepteurs qui vérifient avec une clé publique : une fuite chez le récepteur ne permet pas de falsifier des événements. Comprend les en-têtes Standard Webhooks.',
  'For receivers that verify with a Standard Webhooks library. The default headers are still sent.':
    'Pour les récepteurs qui vérifient avec une bibliothèque Standard Webhooks. Les en-têtes par défaut sont toujours envoyés.',
  'For receivers that use a private certificate authority or require mutual TLS. PEM format.':
    'Pour les récepteurs dont le certificat vient de votre propre autorité, ou qui exigent le TLS mutuel. Le tout au format PEM.',
  'For short-lived tokens, or apps that act with a user’s consent. An API key is simpler.':
    'Pour des jetons de courte durée, ou des applications qui agissent avec l’accord d’un utilisateur. Une clé d’API est plus simple.',
  'For your team, for example “Orders in the ERP”.':
    'Pour votre équipe, par exemple « Commandes dans l’ERP ».',
  'From now on, line_items has the chosen items.':
    'Désormais, line_items contient les articles choisis.',
  'From the start of an attempt to the response status. Solid line: median. Dashed line: 95th percentile.':
    'Du début d’une tentative au statut de la réponse. Ligne continue : médiane. Ligne pointillée : 95e centile.',
  'Full access': 'Accès complet',
  'Full access and webhooks': 'Accès complet et webhooks',
  Generate: 'Générer',
  'Generate new API key': 'Générer une clé d’API',
  'Get signed events at your URLs within a second.':
    'Recevez des événements signés à vos URL en moins d’une seconde.',
  'Get tokens from {url}. Also send the header x-api-key with each call.':
    'Obtenez les jetons auprès de {url}. Envoyez aussi l’en-tête x-api-key à chaque appel.',
  'Gift ID': 'ID du cadeau',
  'Gift: reference or ID': 'Cadeau : référence ou ID',
  'Gifts in production are real. Use an account of a staging installation.':
    'Les cadeaux en production sont réels. Utilisez un compte d’une installation de staging.',
  'Give the host a public address, or ask the operator to add its network to BESTOW_WEBHOOK_ALLOWED_NETWORKS. For your own computer, use bestow listen.':
    'Donnez à l’hôte une adresse publique, ou demandez à l’exploitant d’ajouter son réseau à BESTOW_WEBHOOK_ALLOWED_NETWORKS. Pour votre propre ordinateur, utilisez bestow listen.',
  'Good to know': 'Bon à savoir',
  'Half hours with attempts': 'Demi-heures avec des tentatives',
  Headers: 'En-têtes',
  Health: 'État',
  Healthy: 'Opérationnel',
  'Host name not found': 'Nom d’hôte introuvable',
  'Host unreachable': 'Hôte injoignable',
  'How the signature is computed': 'Calcul de la signature',
  'How to verify requests, how to respond, and what attempt results mean.':
    'Comment vérifier les requêtes, comment répondre, et ce que signifient les résultats des tentatives.',
  Id: 'ID',
  'Idempotency-Key': 'Idempotency-Key',
  'If your server is only down for a while, leave it enabled: five attempts span about 14 hours, and failed events can be resent.':
    'Si votre serveur n’est arrêté que momentanément, laissez-le activé : les cinq tentatives s’étalent sur environ 14 heures, et les événements en échec peuvent être renvoyés.',
  'In 30 days': 'Dans 30 jours',
  'In 90 days': 'Dans 90 jours',
  'In a year': 'Dans un an',
  'in the last 15 minutes': 'au cours des 15 dernières minutes',
  'in the last day': 'au cours des dernières 24 heures',
  'In the last day, that would have been {count} events.': {
    one: 'Au cours des dernières 24 heures, cela aurait concerné {count} événement.',
    other: 'Au cours des dernières 24 heures, cela aurait concerné {count} événements.',
  },
  'in the last hour': 'au cours de la dernière heure',
  'in transit': 'en transit',
  'In transit': 'En transit',
  'IP addresses and ranges of your servers, for example 203.0.113.7 or 2001:db8::/32. Leave empty to allow every address.':
    'Adresses IP et plages de vos serveurs, par exemple 203.0.113.7 ou 2001:db8::/32. Laissez vide pour autoriser toutes les adresses.',
  'It can request new tokens at once. Apps need their users’ consent again.':
    'Il peut demander de nouveaux jetons aussitôt. Les applications devront redemander l’accord de leurs utilisateurs.',
  'It expired {time}. Upload a newer one in the settings, so that deliveries do not fail.':
    'Expiration : {time}. Importez-en un plus récent dans les paramètres pour que les livraisons n’échouent pas.',
  'It expires {time}. Upload a newer one in the settings, so that deliveries do not fail.':
    'Expiration : {time}. Importez-en un plus récent dans les paramètres pour que les livraisons n’échouent pas.',
  'It gets the same name, permissions, lifetime and allowed addresses. Replace …{last_four} with it everywhere.':
    'Elle aura le même nom, les mêmes autorisations, la même durée de validité et les mêmes adresses autorisées. Remplacez …{last_four} par elle partout.',
  'It has upper-case letters or white space. Send lower-case hex.':
    'Elle contient des majuscules ou des espaces. Utilisez de l’hexadécimal en minuscules.',
  'It is in base64. Service-Webhook-Signature is in hex; only webhook-signature is in base64.':
    'Elle est en base64. Service-Webhook-Signature est en hexadécimal ; seul webhook-signature est en base64.',
  'It is not 64 characters of hex: a part is missing, or it is another hash.':
    'Elle n’a pas 64 caractères hexadécimaux : une partie manque, ou c’est un autre hachage.',
  'It works immediately, until it expires or you revoke it. Store it in a secret manager, never in a web page, an app or a repository.':
    'Elle fonctionne immédiatement, jusqu’à son expiration ou sa révocation. Conservez-la dans un gestionnaire de secrets, jamais dans une page web, une application ou un dépôt.',
  'Its delivery log is preserved.': 'Son journal de livraisons est conservé.',
  'Its OAuth client was revoked': 'Son client OAuth a été révoqué',
  'Its Retry-After is respected, up to twice the default delay. Raise its limit if this persists.':
    'Son Retry-After est respecté, jusqu’à deux fois le délai par défaut. Augmentez sa limite si le problème persiste.',
  'Its tokens stop working at once, and it gets no new ones. This can’t be undone.':
    'Ses jetons cessent aussitôt de fonctionner, et il n’en obtiendra plus. Cette action est irréversible.',
  'Its URL receives no more events and its secret stops working. This can’t be undone.':
    'Son URL ne recevra plus d’événements et son secret cessera de fonctionner. Cette action est irréversible.',
  'Jump to state': 'Passer à un état',
  Key: 'Clé',
  'Client certificate key': 'Clé du certificat client',
  'Last 15 minutes': '15 dernières minutes',
  'Last 24 hours': 'Dernières 24 heures',
  'Last day': 'Dernier jour',
  'Last delivered': 'Dernière livraison',
  'Last failure': 'Dernier échec',
  'Last hour': 'Dernière heure',
  'Last response': 'Dernière réponse',
  'Last used {time}': 'Dernière utilisation : {time}',
  'Line for .env': 'Ligne pour .env',
  lost: 'perdu',
  'Lost|parcel': 'Perdu',
  Mailbox: 'Boîte aux lettres',
  'Method|http': 'Méthode',
  'Malformed Authorization header': 'En-tête Authorization mal formé',
  'Malformed token': 'Jeton mal formé',
  'May arrive after delivered if an attempt was delayed.':
    'Peut arriver après delivered si une tentative a été retardée.',
  'May arrive before dispatched.': 'Peut arriver avant dispatched.',
  'Means: now in transit.': 'Signifie : désormais en transit.',
  Median: 'Médiane',
  More: 'Autres actions',
  'More|diagnosis': 'En savoir plus',
  'Name of header {number}': 'Nom de l’en-tête {number}',
  'Name|phase': 'Nom',
  Never: 'Jamais',
  'New client secret': 'Nouveau secret client',
  'New OAuth client': 'Nouveau client OAuth',
  'next attempt in {time}': 'Prochaine tentative dans {time}',
  'next attempt now': 'Prochaine tentative maintenant',
  'Next state': 'État suivant',
  'No action needed. Your server may have received this event twice: compare the event ID.':
    'Aucune action nécessaire. Votre serveur a peut-être reçu cet événement deux fois : comparez l’ID de l’événement.',
  'No API keys yet': 'Aucune clé d’API',
  'No attempt in the last day. {failed} of the last {count} deliveries failed.': {
    one: 'Aucune tentative au cours des dernières 24 heures. Échec de {failed} livraison sur la dernière ({count}).',
    other:
      'Aucune tentative au cours des dernières 24 heures. Échec de {failed} des {count} dernières livraisons.',
  },
  'No attempt in the last day. The last {count} deliveries arrived.': {
    one: 'Aucune tentative au cours des dernières 24 heures. La dernière livraison est arrivée.',
    other:
      'Aucune tentative au cours des dernières 24 heures. Les {count} dernières livraisons sont arrivées.',
  },
  'no attempts': 'aucune tentative',
  'No attempts in the last 24 hours': 'Aucune tentative au cours des dernières 24 heures',
  'No campaign invites recipients by email. Create one first: sample gifts need it.':
    'Aucune campagne n’invite les destinataires par e-mail. Créez-en une d’abord : les exemples de cadeaux en ont besoin.',
  'No common mistake explains it. Either the secret belongs to another endpoint, or the body differs from the one above.':
    'Aucune erreur courante ne l’explique. Soit le secret est celui d’un autre endpoint, soit le corps diffère de celui ci-dessus.',
  'No connection within 5 seconds': 'Pas de connexion en 5 secondes',
  'No deliveries are pending.': 'Aucune livraison en attente.',
  'No deliveries yet': 'Aucune livraison',
  'No endpoint was subscribed when the event occurred.':
    'Aucun endpoint n’était abonné lorsque l’événement s’est produit.',
  'No endpoints yet': 'Aucun endpoint',
  'No event failed all its attempts in this time.':
    'Aucun événement n’a échoué à toutes ses tentatives sur cette période.',
  'Items out of stock, rejected labels and failed delivery attempts trigger none of these events. To be notified, turn on attention events for the endpoint, or <a>see the gifts</a> that are stuck. Any event may arrive twice: store its ID and ignore duplicates.':
    'Les articles en rupture de stock, les étiquettes refusées et les tentatives de livraison infructueuses ne déclenchent aucun de ces événements. Pour être averti, activez les événements d’attention sur l’endpoint, ou <a>consultez les cadeaux</a> bloqués. Un événement peut arriver deux fois : enregistrez son ID et ignorez les doublons.',
  'No events are recorded for a disabled endpoint.':
    'Aucun événement n’est enregistré pour un endpoint désactivé.',
  'No events are recorded for it.': 'Aucun événement n’est enregistré pour lui.',
  'No events are recorded for it. {count} deliveries are paused until it is enabled.': {
    one: 'Aucun événement n’est enregistré pour lui. {count} livraison est en pause jusqu’à son activation.',
    other:
      'Aucun événement n’est enregistré pour lui. {count} livraisons sont en pause jusqu’à son activation.',
  },
  'No events yet': 'Aucun événement',
  'No longer stored.': 'N’est plus conservé.',
  'No OAuth clients yet': 'Aucun client OAuth',
  'No requests used it in the last day.':
    'Aucune requête ne l’a utilisée au cours des dernières 24 heures.',
  'No requests yet': 'Aucune requête',
  'no response': 'aucune réponse',
  'No response': 'Aucune réponse',
  'No response within 15 seconds': 'Pas de réponse en 15 secondes',
  Node: 'Node',
  none: 'aucun',
  None: 'Aucun',
  'none failed': 'aucune en échec',
  'none: only the new key': 'aucun : seulement la nouvelle clé',
  'none: only the new secret': 'aucun : seulement le nouveau secret',
  'none|version': 'aucune',
  'Not available in production': 'Non disponible en production',
  'Not part of full access: create and change endpoints, and resend deliveries.':
    'Hors accès complet : créer et modifier des endpoints, et renvoyer des livraisons.',
  'Nothing sent yet': 'Rien n’a encore été envoyé',
  'Nothing waits for longer than a few seconds.': 'Rien n’attend plus de quelques secondes.',
  now: 'maintenant',
  Now: 'Maintenant',
  'of {attempts} in 24 hours, p95 {p95}': 'de {attempts} en 24 heures, p95 {p95}',
  'of the newest {attempts}, p95 {p95}': 'des {attempts} dernières, p95 {p95}',
  Old: 'Ancienne',
  'Old secret stays valid for': 'L’ancien secret reste valable pendant',
  'On a date…': 'À une date…',
  'Once for each gift.': 'Une fois par cadeau.',
  'Once.': 'Une fois.',
  'One per line. They must match exactly.': 'Une par ligne. Elles doivent correspondre exactement.',
  'Only available while no mail server is set up.':
    'Disponible uniquement tant qu’aucun serveur de messagerie n’est configuré.',
  'Only certificates that it issued are trusted, in place of the public authorities.':
    'Seuls les certificats qu’elle a émis sont approuvés, à la place des autorités publiques.',
  'Only events from now on are sent.': 'Seuls les événements à venir sont envoyés.',
  'Only from {addresses}': 'Uniquement depuis {addresses}',
  'Only what you select below.': 'Seulement ce que vous sélectionnez ci-dessous.',
  open: 'ouvrir',
  'Open delivery': 'Ouvrir la livraison',
  'Open mailbox': 'Ouvrir la boîte aux lettres',
  Order: 'Ordre',
  ordered: 'commandé',
  'out for delivery': 'en cours de livraison',
  'Out for delivery': 'En cours de livraison',
  Outcome: 'Résultat',
  'Outcome unknown': 'Résultat inconnu',
  'Overlap with the old key': 'Chevauchement avec l’ancienne clé',
  'Overlap with the old secret': 'Chevauchement avec l’ancien secret',
  'Parcel {number}: {state}.': 'Colis {number} : {state}.',
  'Path contains': 'Le chemin contient',
  'Paused while its endpoint is disabled.': 'En pause tant que l’endpoint est désactivé.',
  'Paused: the signing secret of its endpoint cannot be decrypted.':
    'En pause : le secret de signature de l’endpoint ne peut pas être déchiffré.',
  'Paused|delivery': 'En pause',
  'Payload version': 'Version du payload',
  'Payload version 2025-10 uses application/vnd.api+json, which some frameworks do not parse by default.':
    'La version 2025-10 du payload utilise application/vnd.api+json, que certains frameworks n’analysent pas par défaut.',
  'Pending|delivery': 'En attente',
  Period: 'Période',
  'Permissions of {name}': 'Autorisations de {name}',
  'Permissions of {name} saved. They apply from the next request.':
    'Autorisations de {name} enregistrées. Elles s’appliquent dès la prochaine requête.',
  placing: 'en cours de commande',
  'Port not allowed': 'Port non autorisé',
  'port not allowed': 'port refusé',
  'POST {url}': 'POST {url}',
  'Previous key': 'Clé précédente',
  'Private address': 'Adresse privée',
  'proxy failed': 'échec du proxy',
  'Public key': 'Clé publique',
  'Query parameters': 'Paramètres de requête',
  'Query values and the body are not stored: fill in your own.':
    'Les valeurs des paramètres et le corps ne sont pas conservés : ajoutez les vôtres.',
  'Raise its limit. Webhook bodies stay below 1 MiB.':
    'Augmentez sa limite. Les corps des webhooks restent inférieurs à 1 Mio.',
  'Read campaigns': 'Lire les campagnes',
  'Read endpoints, deliveries and attempts': 'Lire les endpoints, les livraisons et les tentatives',
  'Read events, and what needs attention': 'Lire les événements et ce qui est à traiter',
  'Read gifts, their parcels, emails and history':
    'Lire les cadeaux, leurs colis, e-mails et historique',
  'Read one-links and their claims': 'Lire les One-Links et leurs demandes',
  'Read only': 'Lecture seule',
  'Read products, stock and warehouses': 'Lire les produits, le stock et les entrepôts',
  'Read recipients': 'Lire les destinataires',
  'Read reports and exports': 'Lire les rapports et les exports',
  'Reads figures and events, but no single gift.':
    'Lit les chiffres et les événements, mais aucun cadeau individuel.',
  'Real events': 'Événements réels',
  'Real time.': 'Heure réelle.',
  'Receives POST requests. Redirects are not followed.':
    'Reçoit des requêtes POST. Les redirections ne sont pas suivies.',
  'Recent API requests. Heavy traffic is sampled. IDs and parameter names are stored; values and bodies are not.':
    'Requêtes récentes de l’API. En cas de trafic important, un échantillon est conservé. Les ID et les noms des paramètres sont conservés, pas les valeurs ni les corps.',
  'Recipient or reference': 'Destinataire ou référence',
  Recorded: 'Enregistré',
  Recovering: 'En rétablissement',
  'Redeemed|event': 'Choisi',
  'redemption_url is null: the link is created shortly afterwards. Also sent for the unclaimed gifts of a one-link.':
    'redemption_url vaut null : le lien est créé peu après. Envoyé aussi pour les cadeaux non demandés d’un One-Link.',
  redirect: 'redirection',
  'Redirect URIs': 'URI de redirection',
  'Redirects are not followed': 'Les redirections ne sont pas suivies',
  'Refresh token sent as the access token': 'Jeton d’actualisation envoyé comme jeton d’accès',
  refused: 'refusé',
  'Register the route for POST.': 'Déclarez la route pour POST.',
  Rejected: 'Rejetées',
  'Rejected by your server': 'Rejeté par votre serveur',
  'Remove header {name}': 'Retirer l’en-tête {name}',
  'Remove the certificate authority?': 'Retirer l’autorité de certification ?',
  'Remove the client certificate?': 'Retirer le certificat client ?',
  'Rendered once, when the event occurred. Every attempt sends these bytes.':
    'Généré une seule fois, lorsque l’événement s’est produit. Chaque tentative envoie ces octets.',
  'Renew the certificate, and serve the full chain. If the endpoint has its own certificate authority, check that it issued the certificate.':
    'Renouvelez le certificat et servez la chaîne complète. Si l’endpoint a sa propre autorité de certification, vérifiez que c’est elle qui a émis le certificat.',
  'Repeat this request': 'Répéter cette requête',
  Repeats: 'Fréquence',
  'Reported by the server: {error}': 'Message du serveur : {error}',
  Reports: 'Rapports',
  'Reports and events': 'Rapports et événements',
  Requests: 'Requêtes',
  'Requests (24 h)': 'Requêtes (24 h)',
  'Requests per minute in the last hour, live.':
    'Requêtes par minute au cours de la dernière heure, en direct.',
  'Requests per minute with …{last_four} in the last hour':
    'Requêtes par minute avec …{last_four} au cours de la dernière heure',
  'Requests per second (optional)': 'Requêtes par seconde (facultatif)',
  'Requests with it are rejected from now on. This can’t be undone: programs that still use it need a new key.':
    'Les requêtes qui l’utilisent seront désormais rejetées. Cette action est irréversible : les programmes qui l’utilisent encore auront besoin d’une nouvelle clé.',
  'Resend {count}': 'Renvoyer {count}',
  'Resend failed events': 'Renvoyer les événements en échec',
  'Resend failed events…': 'Renvoyer les événements en échec…',
  'Resend of': 'Renvoi de',
  'Resending {count} deliveries.': {
    one: 'Renvoi de {count} livraison.',
    other: 'Renvoi de {count} livraisons.',
  },
  resent: 'renvoyé',
  Resent: 'Renvoyé',
  'Resent, {number}': 'Renvoyé, {number}',
  reset: 'connexion réinitialisée',
  Resource: 'Ressource',
  'Resource ID': 'ID de ressource',
  Respond: 'Répondre',
  'Respond at once and process the event afterwards. An attempt fails after 15 seconds.':
    'Répondez immédiatement, puis traitez l’événement. Une tentative échoue au bout de 15 secondes.',
  Response: 'Réponse',
  'Response time': 'Temps de réponse',
  'Response time in the last 24 hours: 95th percentile at most {slowest}':
    'Temps de réponse des dernières 24 heures : 95e centile de {slowest} au plus',
  'response timed out': 'délai de réponse dépassé',
  'Result of the test': 'Résultat du test',
  Retries: 'Nouvelles tentatives',
  'Retry all {count} waiting now': 'Relancer maintenant les {count} en attente',
  'Retry all waiting deliveries now': 'Relancer maintenant toutes les livraisons en attente',
  'Retry now': 'Relancer maintenant',
  'Retry the delivery waiting now': 'Relancer maintenant la livraison en attente',
  'Retrying ({count} of 5)': 'Nouvel essai ({count} sur 5)',
  'Return 200 at once, and process the event afterwards.':
    'Renvoyez 200 immédiatement, puis traitez l’événement.',
  'Return 403 if the signature is wrong or the timestamp is more than 5 minutes off.':
    'Renvoyez 403 si la signature est incorrecte ou si l’horodatage s’écarte de plus de 5 minutes.',
  'Return 5xx to get a retry. Every status other than 2xx is retried.':
    'Renvoyez 5xx pour obtenir une nouvelle tentative. Tout statut autre que 2xx est relancé.',
  returned: 'retourné',
  'Returned|parcel': 'Retourné',
  'Revoke {name}?': 'Révoquer {name} ?',
  'Revoke all tokens of {name}?': 'Révoquer tous les jetons de {name} ?',
  'Revoke all tokens…': 'Révoquer tous les jetons…',
  'Revoke old': 'Révoquer l’ancienne',
  'Revoke tokens': 'Révoquer les jetons',
  'Revoke…': 'Révoquer…',
  'Revoked {time}': 'Révoquée {time}',
  'Rotate {name}': 'Renouveler {name}',
  'Rotate key': 'Renouveler la clé',
  'Rotate secret': 'Renouveler le secret',
  'Rotate secret…': 'Renouveler le secret…',
  'Rotate the secret and give the new one to the receiver, or restore the row from a backup. Paused deliveries then continue with all their attempts.':
    'Renouvelez le secret et transmettez le nouveau au récepteur, ou restaurez la ligne depuis une sauvegarde. Les livraisons en pause reprendront alors avec toutes leurs tentatives.',
  'Rotate…': 'Renouveler…',
  'Runs on a device without a secret. Each user gives consent (authorization code with PKCE).':
    'S’exécute sur un appareil, sans secret. Chaque utilisateur donne son accord (authorization code avec PKCE).',
  'Runs on a server and has a secret (client credentials).':
    'S’exécute sur un serveur et possède un secret (client credentials).',
  'Safe once it is unused for {minutes} minutes and all infrequent jobs have run.':
    'Sans risque dès qu’elle est inutilisée depuis {minutes} minutes et que toutes les tâches peu fréquentes ont été exécutées.',
  'Same resource': 'Même ressource',
  'Sample data': 'Données d’exemple',
  'Sample data of a gift that does not exist. One attempt, without retries.':
    'Données d’exemple d’un cadeau qui n’existe pas. Une tentative, sans nouvel essai.',
  'Save certificates': 'Enregistrer les certificats',
  Secret: 'Secret',
  'Sees everything, changes nothing.': 'Voit tout, ne change rien.',
  'Send a test event to see it here at once.':
    'Envoyez un événement de test pour le voir ici aussitôt.',
  'Send a test event to see whether it arrives.':
    'Envoyez un événement de test pour vérifier qu’il arrive.',
  'Send a test event, or create a gift.': 'Envoyez un événement de test ou créez un cadeau.',
  'Send gifts': 'Envoyer des cadeaux',
  'Send it again.': 'Renvoyez la requête.',
  'Send it as Authorization: Bearer. The header x-api-key is for OAuth clients.':
    'Envoyez-le dans Authorization: Bearer. L’en-tête x-api-key est réservé aux clients OAuth.',
  'Send one to yourself: its first event appears here within a second.':
    'Envoyez-vous-en un : son premier événement apparaît ici en moins d’une seconde.',
  'Send test': 'Envoyer le test',
  'Send test event': 'Envoyer un événement de test',
  'Send the client that got this token, or omit the header.':
    'Envoyez le client qui a obtenu ce jeton, ou omettez l’en-tête.',
  'Send the header Authorization: Bearer, a space, and the token.':
    'Envoyez l’en-tête Authorization: Bearer, une espace et le jeton.',
  'Send the key of the client that got this token.':
    'Envoyez la clé du client qui a obtenu ce jeton.',
  'Send this account’s tenant, or omit the header.':
    'Envoyez le tenant de ce compte, ou omettez l’en-tête.',
  'Send, change and cancel gifts': 'Envoyer, modifier et annuler des cadeaux',
  'Sending first events': 'Envoi des premiers événements',
  'Sending now.': 'Envoi en cours.',
  'Sends gifts from your campaigns, and follows them.':
    'Envoie des cadeaux de vos campagnes et les suit.',
  'Sent (digest {digest})': 'Envoyée (empreinte {digest})',
  'Sent|phase': 'Envoyé',
  'Serve the endpoint on port 443, or ask the operator to add its port to BESTOW_WEBHOOK_PORTS.':
    'Servez l’endpoint sur le port 443, ou demandez à l’exploitant d’ajouter son port à BESTOW_WEBHOOK_PORTS.',
  Server: 'Serveur',
  'Server error': 'Erreur du serveur',
  'Sign the body below in your code, and paste the result. The check names the mistake if they differ. The secret stays on the server.':
    'Signez le corps ci-dessous avec votre code et collez le résultat. En cas d’écart, la vérification nomme l’erreur. Le secret reste sur le serveur.',
  'Signature from your code': 'Signature de votre code',
  'Signatures, retries and attempt results': 'Signatures, nouvelles tentatives et résultats',
  'Signing secret': 'Secret de signature',
  'signing secret cannot be decrypted': 'secret de signature indéchiffrable',
  Simulate: 'Simuler',
  'Simulate {reference}': 'Simuler {reference}',
  'Some attempts fail': 'Certaines tentatives échouent',
  'Staging tokens work in staging only, and production tokens in production only. Check the base URL.':
    'Les jetons de staging ne fonctionnent qu’en staging, et ceux de production qu’en production. Vérifiez l’URL de base.',
  'Status|http': 'Statut',
  'Status|phase': 'Statut',
  'Start the receiver, and check the port and the firewall.':
    'Démarrez le récepteur, et vérifiez le port et le pare-feu.',
  'Start the receiver, or correct the upstream address of the proxy.':
    'Démarrez le récepteur, ou corrigez l’adresse upstream du proxy.',
  'Still in use: {count} requests in the last {minutes} minutes.': {
    one: 'Encore utilisée : {count} requête au cours des {minutes} dernières minutes.',
    other: 'Encore utilisée : {count} requêtes au cours des {minutes} dernières minutes.',
  },
  'Such as an API key for your gateway. Values are encrypted and never shown again.':
    'Par exemple une clé d’API pour votre passerelle. Les valeurs sont chiffrées et jamais réaffichées.',
  Tenant: 'Tenant',
  test: 'test',
  'Test event': 'Événement de test',
  Testing: 'Tests',
  Tests: 'Tests',
  'The access token has expired': 'Le jeton d’accès a expiré',
  'The access token was revoked': 'Le jeton d’accès a été révoqué',
  'The account is no longer on the Enterprise tier. Endpoints can’t be changed, and no webhooks are sent.':
    'Le compte n’a plus l’offre Enterprise. Les endpoints ne peuvent pas être modifiés et aucun webhook n’est envoyé.',
  'The body is no longer stored, or the endpoint was deleted.':
    'Le corps n’est plus conservé, ou l’endpoint a été supprimé.',
  'The body of your code ends with another line break. Sign exactly the bytes that arrive.':
    'Le corps dans votre code se termine par un autre saut de ligne. Signez exactement les octets reçus.',
  'The body of your code starts with a byte order mark. Remove it.':
    'Le corps dans votre code commence par une marque d’ordre des octets (BOM). Supprimez-la.',
  'The body was erased together with the recipient’s data.':
    'Le corps a été effacé avec les données du destinataire.',
  'The body was erased, or is older than 30 days.':
    'Le corps a été effacé ou date de plus de 30 jours.',
  'The byte count and the SHA-256 are those of the full body; the curl command sends the body as shown here.':
    'Le nombre d’octets et le SHA-256 sont ceux du corps complet ; la commande curl envoie le corps tel qu’affiché ici.',
  'The certificate authority expires soon': 'L’autorité de certification expire bientôt',
  'The certificate authority has expired': 'L’autorité de certification a expiré',
  'The certificate is not trusted, has expired, or is for another host name.':
    'Le certificat n’est pas approuvé, a expiré ou concerne un autre nom d’hôte.',
  'The client certificate expires soon': 'Le certificat client expire bientôt',
  'The client certificate has expired': 'Le certificat client a expiré',
  'The client must request a new one.': 'Le client doit en demander un nouveau.',
  'the earlier delivery': 'la livraison précédente',
  'The endpoint has changed since. The body is what was sent; the URL, optional headers and signature are those of a request sent now.':
    'L’endpoint a changé depuis. Le corps est celui qui a été envoyé ; l’URL, les en-têtes facultatifs et la signature sont ceux d’une requête envoyée maintenant.',
  'The errors of the response.': 'Les erreurs de la réponse.',
  'The five events a gift can trigger.': 'Les cinq événements qu’un cadeau peut déclencher.',
  'The format is valid, but the token does not exist. It may belong to another installation.':
    'Le format est valide, mais le jeton n’existe pas. Il appartient peut-être à une autre installation.',
  'The full stop between the timestamp and the body is missing.':
    'Il manque le point entre l’horodatage et le corps.',
  'The gift arrived. At most once for each gift request.':
    'Le cadeau est arrivé. Une fois au plus par cadeau.',
  'The gift request was cancelled, expired, or its shipment was cancelled.':
    'Le cadeau a été annulé, a expiré, ou son expédition a été annulée.',
  'The gift request was created. Once for each gift request.':
    'Le cadeau a été créé. Une fois par cadeau.',
  'The gift was cancelled, it expired, or its shipment was cancelled. The event does not say which.':
    'Le cadeau a été annulé, a expiré, ou son expédition a été annulée. L’événement ne précise pas lequel.',
  'The host did not respond in time. Usually a firewall drops the packets.':
    'L’hôte n’a pas répondu à temps. En général, un pare-feu bloque les paquets.',
  'The host is up, but nothing listens on this port.':
    'L’hôte fonctionne, mais rien n’écoute sur ce port.',
  'The host name resolves to a private or reserved address. Webhooks are only sent to public addresses, and to networks that the operator allows.':
    'Le nom d’hôte correspond à une adresse privée ou réservée. Les webhooks ne sont envoyés qu’à des adresses publiques et aux réseaux autorisés par l’exploitant.',
  'The host responds, but the path does not exist.': 'L’hôte répond, mais le chemin n’existe pas.',
  'The key can change webhook endpoints. Confirm that it’s you.':
    'La clé peut modifier les endpoints de webhook. Confirmez que c’est bien vous.',
  'The key is rotated.': 'La clé a été renouvelée.',
  'The key is the whole secret as text, with its prefix. The body is the bytes as received, before any parser. {link} has code to copy.':
    'La clé est le secret entier, sous forme de texte, avec son préfixe. Le corps, ce sont les octets reçus, avant toute analyse. Code à copier : {link}.',
  'The key only identifies the client. Get an access token for the Authorization header.':
    'La clé identifie seulement le client. Obtenez un jeton d’accès pour l’en-tête Authorization.',
  'The key works until the end of this day, in your time zone.':
    'La clé fonctionne jusqu’à la fin de ce jour, dans votre fuseau horaire.',
  'The last {count} attempts arrived, after {failures} {window}.': {
    one: 'La dernière tentative a abouti, après {failures} {window}.',
    other: 'Les {count} dernières tentatives ont abouti, après {failures} {window}.',
  },
  'the last 3 days': 'les 3 derniers jours',
  'the last 30 days': 'les 30 derniers jours',
  'the last 6 hours': 'les 6 dernières heures',
  'the last 7 days': 'les 7 derniers jours',
  'the last day': 'les dernières 24 heures',
  'the last hour': 'la dernière heure',
  'The last relevant event for most integrations.':
    'Le dernier événement utile pour la plupart des intégrations.',
  'The most that this endpoint receives, retries included. From 1 to 1,000.':
    'Le maximum que reçoit cet endpoint, nouvelles tentatives comprises. De 1 à 1 000.',
  'The next attempt connects without it.': 'La prochaine tentative se connectera sans lui.',
  'The next attempt is signed with the new secret. During the overlap, a second header has the old secret’s signature. A receiver that accepts either secret, or reads both headers, misses nothing; any other receiver rejects deliveries until you change its secret.':
    'La prochaine tentative est signée avec le nouveau secret. Pendant le chevauchement, un second en-tête contient la signature de l’ancien secret. Un récepteur qui accepte l’un ou l’autre secret, ou qui lit les deux en-têtes, ne manque rien ; tout autre récepteur rejette les livraisons jusqu’à ce que vous changiez son secret.',
  'the old secret expires {time}': 'l’ancien secret expire {time}',
  'The only attempt {window} arrived.': 'La seule tentative effectuée {window} a abouti.',
  'The only attempt failed {window}.': 'La seule tentative effectuée {window} a échoué.',
  'The only attempt failed. Failing for {time}.': 'La seule tentative a échoué, depuis {time}.',
  'The parcel is in transit now. Again each time it returns to transit.':
    'Le colis est en transit. À nouveau chaque fois qu’il y revient.',
  'The path exists, but does not accept POST.': 'Le chemin existe, mais n’accepte pas POST.',
  'The postal address is hidden': 'L’adresse postale est masquée',
  'The previous key also signs, and expires {time}.':
    'La clé précédente signe aussi ; elle expire {time}.',
  'The program that will use it, for example CRM or Shop. Use one key per program.':
    'Le programme qui l’utilisera, par exemple CRM ou Boutique. Utilisez une clé par programme.',
  'The proxy of this service failed': 'Le proxy de ce service a échoué',
  'The public key. Receivers verify the v1a signatures with it; it is not a secret.':
    'La clé publique. Les récepteurs s’en servent pour vérifier les signatures v1a ; elle n’est pas secrète.',
  'The receiver limits the request rate.': 'Le récepteur limite le débit des requêtes.',
  'The receiver no longer wants these events. They are still retried, because an endpoint is never disabled automatically.':
    'Le récepteur ne veut plus de ces événements. Ils sont tout de même relancés, car un endpoint n’est jamais désactivé automatiquement.',
  'The receiver or its proxy is down or overloaded.':
    'Le récepteur ou son proxy est en panne ou surchargé.',
  'The receiver or its proxy only accepts smaller bodies.':
    'Le récepteur ou son proxy n’accepte que des corps plus petits.',
  'The receiver rejected the request as invalid.':
    'Le récepteur a rejeté la requête comme non valide.',
  'The recipient has finished their part.': 'Le destinataire a terminé sa part.',
  'The request can be shown once the signing secret of the endpoint can be decrypted.':
    'La requête pourra être affichée dès que le secret de signature de l’endpoint pourra être déchiffré.',
  'The request was sent, but no status came back in time.':
    'La requête a été envoyée, mais aucun statut n’est revenu à temps.',
  'The response is not HTTP': 'La réponse n’est pas du HTTP',
  'The response only says 401, without the reason.':
    'La réponse indique seulement 401, sans la raison.',
  'The result was recorded late. By then, the event had been retried.':
    'Le résultat a été enregistré tardivement. L’événement avait alors déjà été renvoyé.',
  'The same event may arrive twice: store Service-Webhook-Event-Id.':
    'Le même événement peut arriver deux fois : conservez Service-Webhook-Event-Id.',
  'The secret of your code has a space or a line break around it. Trim what you read from a file.':
    'Le secret de votre code est entouré d’une espace ou d’un saut de ligne. Supprimez-les après la lecture d’un fichier.',
  'The secret of your code has quotation marks around it. Remove them.':
    'Le secret de votre code est entouré de guillemets. Supprimez-les.',
  'The secret of your code lacks its prefix. The key is the whole text, including svc-whsec-.':
    'Il manque le préfixe au secret de votre code. La clé est le texte entier, svc-whsec- compris.',
  'The server sent something other than HTTP. Usually another service uses the port, or https was sent to an http port.':
    'Le serveur a envoyé autre chose que du HTTP. En général, un autre service utilise le port, ou de l’https a été envoyé à un port http.',
  'The signature is right': 'La signature est correcte',
  'The signature is wrong': 'La signature est incorrecte',
  'The signing secret cannot be decrypted': 'Le secret de signature ne peut pas être déchiffré',
  'The clock can be at most ten years ahead of the real time.':
    'L’horloge peut avancer au plus de dix ans sur l’heure réelle.',
  'The test clock of this account. It only moves forward: gifts expire and reminders are sent as time passes.':
    'L’horloge de test de ce compte. Elle ne peut qu’avancer : avec le temps, les cadeaux expirent et les rappels sont envoyés.',
  'The token changed during the request': 'Le jeton a changé pendant la requête',
  'The token was truncated or changed. Copy it again, or create a new one.':
    'Le jeton a été tronqué ou modifié. Copiez-le à nouveau, ou créez-en un autre.',
  'The worker stopped during this attempt, so it is unknown whether the request arrived. It was retried at once.':
    'Le worker s’est arrêté pendant cette tentative : on ignore si la requête est arrivée. Elle a été relancée immédiatement.',
  'The x-api-key header belongs to another client':
    'L’en-tête x-api-key appartient à un autre client',
  'The x-api-key header is missing': 'L’en-tête x-api-key est absent',
  'The x-service-client header names another client':
    'L’en-tête x-service-client désigne un autre client',
  'The x-service-tenant header names another tenant':
    'L’en-tête x-service-tenant désigne un autre tenant',
  'There is no route to the address, or the network is down.':
    'Il n’y a pas de route vers l’adresse, ou le réseau est en panne.',
  'This API key has expired': 'Cette clé d’API a expiré',
  'This API key was revoked': 'Cette clé d’API a été révoquée',
  'This attempt failed.': 'Cette tentative a échoué.',
  'This key is in use: {requests} in the last day, the last {time}.':
    'Cette clé est utilisée : {requests} au cours des dernières 24 heures, la dernière {time}.',
  'This service reaches the internet through a proxy, which is down or refused the connection.':
    'Ce service accède à Internet par un proxy, qui est en panne ou a refusé la connexion.',
  'Three steps, without rejected requests. You can leave and return to this URL.':
    'Trois étapes, sans requête rejetée. Vous pouvez quitter la page et revenir à cette URL.',
  Time: 'Durée',
  'Time to deploy the new secret. Issued tokens stay valid.':
    'Le temps de déployer le nouveau secret. Les jetons émis restent valables.',
  'time unknown': 'heure inconnue',
  Timestamp: 'Horodatage',
  'TLS connection failed': 'Échec de la connexion TLS',
  'TLS failed': 'échec TLS',
  'to {endpoint}': 'vers {endpoint}',
  'Token missing': 'Jeton manquant',
  'Token of another region': 'Jeton d’une autre région',
  'Token of another stage': 'Jeton d’un autre environnement',
  'Two signatures are sent. The old secret expires {time}. Rotating the secret again drops the older one.':
    'Deux signatures sont envoyées. L’ancien secret expire {time}. Renouveler encore le secret supprime le plus ancien.',
  Type: 'Type',
  unknown: 'inconnu',
  Unknown: 'Inconnu',
  'Unknown token': 'Jeton inconnu',
  'Unused: no requests with …{last_four} in the last {minutes} minutes.':
    'Inutilisée : aucune requête avec …{last_four} au cours des {minutes} dernières minutes.',
  URL: 'URL',
  'Use another client.': 'Utilisez un autre client.',
  'Usually first, not guaranteed.': 'En général en premier, sans garantie.',
  'Usually the receiver did not accept the signature, or considers the request too old.':
    'En général, le récepteur n’a pas accepté la signature ou juge la requête trop ancienne.',
  'Value of header {number}': 'Valeur de l’en-tête {number}',
  'Verify before you parse the body. The SDK does it in one call.':
    'Vérifiez-la avant d’analyser le corps. Le SDK le fait en un seul appel.',
  'Verify the signature': 'Vérifier la signature',
  Version: 'Version',
  'Version {version}': 'Version {version}',
  'View requests': 'Voir les requêtes',
  'Wait until it is back. Events that fail in the meantime can be resent.':
    'Attendez son retour. Les événements en échec entre-temps pourront être renvoyés.',
  waiting: 'en attente',
  'Waiting for the response…': 'En attente de la réponse…',
  'Webhook endpoints': 'Endpoints de webhook',
  'Webhooks are only sent to ports that the operator of this service allows.':
    'Les webhooks ne sont envoyés qu’aux ports autorisés par l’exploitant de ce service.',
  'Why attempts failed': 'Causes des échecs',
  'With a key, your software can send gifts through the API.':
    'Avec une clé, votre logiciel peut envoyer des cadeaux via l’API.',
  'With an access token, also send the key of its client.':
    'Avec un jeton d’accès, envoyez aussi la clé de son client.',
  'With its intermediate certificates. Presented when your server asks for it.':
    'Avec ses certificats intermédiaires. Présenté lorsque votre serveur le demande.',
  'Without a passphrase. Encrypted and never shown again.':
    'Sans phrase secrète. Chiffrée et jamais réaffichée.',
  'Write exactly Authorization: Bearer, one space, then the token, with no quotes and nothing after it.':
    'Écrivez exactement Authorization: Bearer, une espace, puis le jeton, sans guillemets et sans rien après.',
  'x-api-key sent as the token': 'x-api-key envoyée comme jeton',
  'Your code has the line breaks of another operating system. Read the body as bytes, not as text.':
    'Votre code a les sauts de ligne d’un autre système. Lisez le corps comme des octets, pas comme du texte.',
  'Your code hashes without the secret. Use HMAC-SHA256 with the secret.':
    'Votre code calcule le hachage sans le secret. Utilisez HMAC-SHA256 avec le secret.',
  'Your code parses the body and serializes it again. Sign the raw bytes, before any parser.':
    'Votre code analyse le corps puis le sérialise à nouveau. Signez les octets bruts, avant toute analyse.',
  'Your code reads the body as Latin-1. Use the raw bytes, or UTF-8.':
    'Votre code lit le corps en Latin-1. Utilisez les octets bruts, ou UTF-8.',
  'Your code signs a timestamp in milliseconds. Use the header as it is, in seconds.':
    'Votre code signe un horodatage en millisecondes. Utilisez l’en-tête tel quel, en secondes.',
  'Your code signs as Bestow does.': 'Votre code signe comme Bestow.',
  'Your code signs the body alone. Sign the timestamp, a full stop and the body.':
    'Votre code ne signe que le corps. Signez l’horodatage, un point et le corps.',
  'Your code uses the previous secret, which still signs until the rotation ends. Change to the new one.':
    'Votre code utilise le secret précédent, qui ne signe que jusqu’à la fin du renouvellement. Passez au nouveau.',
  'Your code uses the secret in the format whsec_… as text. Use the secret as displayed.':
    'Votre code utilise comme texte le secret au format whsec_… Utilisez le secret tel qu’il est affiché.',
  'Your new API key': 'Votre nouvelle clé d’API',
  'Your new OAuth client': 'Votre nouveau client OAuth',
  'Your program uses it to verify that a request is authentic and unchanged. The key is the whole text, including the prefix.':
    'Votre programme l’utilise pour vérifier qu’une requête est authentique et intacte. La clé est le texte entier, préfixe compris.',
  'Your proxy got no response from the receiver in time.':
    'Votre proxy n’a pas reçu de réponse du récepteur à temps.',
  'Your proxy is up, but the receiver behind it is not.':
    'Votre proxy fonctionne, mais pas le récepteur derrière lui.',
  'Your server closed the connection after the request, without a response.':
    'Votre serveur a fermé la connexion après la requête, sans répondre.',
  'Your server failed while it processed the event.':
    'Votre serveur a échoué pendant le traitement de l’événement.',
  'Your server returned a redirect. Redirects are never followed, so that events only go to the URL you entered.':
    'Votre serveur a renvoyé une redirection. Les redirections ne sont jamais suivies, afin que les événements n’aillent qu’à l’URL que vous avez saisie.',
  '{interval}: {figures}': '{interval} : {figures}',
  '{ok} arrived': '{ok} réussies',
  'median {median}, p95 {p95}': 'médiane {median}, p95 {p95}',
  'Click to see these deliveries': 'Cliquez pour voir ces livraisons',
  'Attempted from': 'Tentatives depuis',
  'Attempted until': 'Tentatives jusqu’à',
  Attempt: 'Tentative',
  'Serve the certificate together with its intermediate certificates.':
    'Servez le certificat avec ses certificats intermédiaires.',
  'Use a certificate of a public authority, or add its authority to the endpoint.':
    'Utilisez un certificat d’une autorité publique, ou ajoutez son autorité à l’endpoint.',
  'Renew the certificate.': 'Renouvelez le certificat.',
  'Check the port, and whether the URL should start with http://.':
    'Vérifiez le port, et si l’URL doit commencer par http://.',
  'Add a client certificate that your server accepts to the endpoint.':
    'Ajoutez à l’endpoint un certificat client que votre serveur accepte.',
  'Your server sends its certificate without the certificate that issued it, or an authority issued it that is not trusted.':
    'Votre serveur envoie son certificat sans celui de son émetteur, ou une autorité non approuvée l’a émis.',
  'The authority that issued the certificate is not trusted.':
    'L’autorité qui a émis le certificat n’est pas approuvée.',
  'The certificate is self-signed.': 'Le certificat est auto-signé.',
  'The certificate has expired.': 'Le certificat a expiré.',
  'The certificate is not valid yet.': 'Le certificat n’est pas encore valide.',
  'Check the clock of the computer that issued it.':
    'Vérifiez l’horloge de l’ordinateur qui l’a émis.',
  'The certificate is for other host names.': 'Le certificat concerne d’autres noms d’hôte.',
  'Use a certificate for the host name in the URL.':
    'Utilisez un certificat pour le nom d’hôte de l’URL.',
  'The certificate has no subject alternative name. Its common name does not count.':
    'Le certificat n’a pas de nom alternatif du sujet (SAN). Son nom commun ne compte pas.',
  'Issue it again with the host name as subject alternative name.':
    'Émettez-le de nouveau avec le nom d’hôte comme nom alternatif du sujet.',
  'The port does not speak TLS. Usually it serves plain HTTP.':
    'Le port n’utilise pas TLS. En général, il sert du HTTP simple.',
  'Your server offers no HTTP/1.1 over TLS, usually HTTP/2 only.':
    'Votre serveur ne propose pas HTTP/1.1 sur TLS, en général uniquement HTTP/2.',
  'Enable HTTP/1.1 on your server or its proxy.':
    'Activez HTTP/1.1 sur votre serveur ou son proxy.',
  'Your server requires a client certificate, and got none or rejected it.':
    'Votre serveur exige un certificat client, ne l’a pas reçu ou l’a refusé.',
  'A certificate or the key of this endpoint cannot be used.':
    'Un certificat ou la clé de cet endpoint est inutilisable.',
  'Replace the certificates of the endpoint.': 'Remplacez les certificats de l’endpoint.',
  'Your server and this service have no common version of TLS.':
    'Votre serveur et ce service n’ont aucune version de TLS en commun.',
  'Enable TLS 1.2 or 1.3 on your server.': 'Activez TLS 1.2 ou 1.3 sur votre serveur.',
  'Your server rejected the TLS handshake. It requires a client certificate, or has no common cipher.':
    'Votre serveur a refusé la négociation TLS. Il exige un certificat client ou n’a aucun chiffrement en commun.',
  'Your server has no certificate for this host name.':
    'Votre serveur n’a pas de certificat pour ce nom d’hôte.',
  'Your server closed the connection during the TLS handshake.':
    'Votre serveur a fermé la connexion pendant la négociation TLS.',
  'The TLS handshake failed for another reason.':
    'La négociation TLS a échoué pour une autre raison.',
  'Check the TLS settings of your server.': 'Vérifiez les réglages TLS de votre serveur.',
}
