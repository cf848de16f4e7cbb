// French, Spanish, Portuguese and Italian words by class; `*` stands for any ending.
import type { Dictionary } from "../../text/token-classes.js";

export const FRENCH: Dictionary = {
  override_verb:
    "abandonne|ne suivez plus|ne suis plus|n obeis plus|n obeissez plus|n obeis pas|n obeissez pas|" +
    "ne respectez plus|rejette|rejetez|passe outre|passez outre|laisse tomber|laissez tomber|mets de cote|" +
    "mettez de cote|ne prends pas en compte|ne prenez pas en compte|ne tiens plus compte|ne tenez plus compte|" +
    "transgresse|enfreins|cesse de suivre|cessez de suivre|arrete de suivre|arretez de suivre|n ecoute pas|" +
    "n ecoute plus|n ecoutez plus|desobeir|ignorez|ignorer|ignore|ignorons|oubliez|oublie|oublier|negligez|neglige|" +
    "negliger|contournez|contourne|contourner|desobeissez|desobeis|outrepassez|outrepasse|annulez|annule|ecartez|" +
    "ecarte|ne suivez pas|ne suis pas|ne tenez pas compte|ne tiens pas compte|ne respectez pas|ne respecte pas|" +
    "faites abstraction|fais abstraction|ne pas tenir compte|abandonnez|supprimez|remplacez",
  previous:
    "auparavant|d avant|de depart|passes|ci avant|que tu as recues|que vous avez recues|deja donnees|donnees avant|" +
    "donnees plus tot|plus tot|jusqu ici|jusqu a present|d origine|originelles|susmentionnees|precedent*|anterieur*|" +
    "ci dessus|prealable*|plus haut|avant|initial*|recues|donnees auparavant|existant*|anciennes|passees",
  all: "tout|tous|toutes|toute|chaque|ces|l ensemble",
  your: "vos|votre|tes|ton|ta",
  instruction:
    "ordre|ordres|systeme prompt|recommandations|programmation|instruction*|consigne*|directive*|prompt|prompts|indications|commande|commandes|invite|invites",
  policy:
    "regle|regles|politique|politiques|restriction*|limitation*|filtres|filtre|securite|garde fous|ethique|lignes directrices",
  weak_object: "message|messages|texte|textes|conversation|contexte|contenu",
  everything: "tout",
  told: "tout ce qu on t a dit|tout ce qu on vous a dit|tout ce qui a ete ecrit|tout ce qui est ecrit|tout ce que tu as appris|ce que tu sais|ce que vous savez|ce qui a ete dit avant|ce qui est ecrit plus haut|tout ce que je t ai dit|tout ce qui est au dessus|ce qu on vous a dit|tout ce qui precede|tout ce qui a ete dit|ce qui precede|tout ce que tu sais|tout ce que vous savez|ce qu on t a dit",
  new_orders:
    "nouvelle consigne|nouvelles instructions|nouvelles consignes|nouvelle instruction|nouvelle tache|a la place",
  reveal_verb:
    "affichez|affiche|afficher|revelez|revele|reveler|montrez|montre|montrer|divulguez|divulgue|divulguer|imprimez|imprime|repetez|repete|repeter|devoilez|devoile|exposez|recitez|recopiez|recopie|ecrivez|ecris",
  say_verb:
    "dites|dis|donnez|donne|donnez moi|donne moi|copiez|copie|partagez|partage|quel est|quelle est|quelles sont|quels sont|ajoutez|ajoute|incluez|traduisez|resumez|citez|fournissez",
  system_prompt:
    "invite systeme|prompt systeme|message systeme|instructions systeme|instructions cachees|invite cachee|prompt cache|instructions secretes|regles privees|regles internes|instructions internes|instructions initiales|prompt initial|invite initiale|vos instructions|tes instructions|vos consignes|tes consignes|consignes cachees|consignes secretes|prompt du systeme|invite du systeme|directives internes",
  secret:
    "mot de passe|mots de passe|identifiants|cle api|cles api|secret|secrets|jeton|jetons|cles|cle privee|sys canary|canary",
  data: "base de donnees|donnees|fichiers|courriels|e mails|emails|documents|contacts|historique|clients|donnees clients",
  send_verb:
    "envoyez|envoie|envoyer|transmettez|transmets|transmettre|transferez|transfere|televersez|expediez|exfiltrez|publiez|postez|transferer",
  outside:
    "attaquant*|pirate|pirates|serveur externe|adresse externe|cette adresse|mon adresse|mon serveur|tiers|evil|malveillant*",
  user: "utilisateur|utilisateurs|client|utilisatrice|l utilisateur",
  conceal:
    "ne dites pas|ne dis pas|ne mentionnez pas|ne mentionne pas|sans informer|sans prevenir|sans avertir|sans le dire|n informez pas|n informe pas|ne revelez pas|cachez|cache|ne prevenez pas|a l insu|sans en informer|ne parlez pas",
  secretly: "secretement|discretement|silencieusement|en secret|en cachette|en arriere plan",
  assistant: "assistant|l assistant|ia|l ia|modele|chatbot|modele de langage|agent",
  become:
    "vous etes maintenant|tu es maintenant|vous etes desormais|tu es desormais|agissez comme|agis comme|faites semblant|fais semblant|jouez le role|joue le role|comportez vous|vous etes|tu es",
  role_order:
    "vous etes maintenant|tu es maintenant|vous etes desormais|tu es desormais|tu vas jouer|vous allez jouer|tu vas agir",
  from_now: "a partir de maintenant|desormais|dorenavant",
  unrestricted:
    "sans restriction*|sans limite*|sans filtre*|aucune restriction|aucune limite|aucune regle|sans regles|sans censure|non censure*|sans aucune restriction|libre de toute",
  wicked: "illegal*|immoral*|contraire a l ethique|dangereux",
  mode: "mode developpeur|mode dan|mode administrateur",
  admin: "administrateur|administratrice|admin|root|proprietaire",
  remember: "memorisez|memorise|memoriser|souvenez|souviens|enregistrez|retenez|retiens|rappelez|notez",
  permanent: "toujours|definitivement|en permanence|pour toujours|de facon permanente",
  approve: "approuvez|approuve|approuver|autorisez|autorise|validez|valide|executez|execute|acceptez|confirmez|appelez",
  tool_call:
    "outil|outils|appels d outils|appel d outil|appels|actions|demandes|virement|virements|paiements|transactions",
  pending: "prochain*|en attente|suivant*|prochaine*",
  must: "doit|devez|dois|doivent|faut|immediatement|veuillez",
  not: "pas|jamais|ne pas|sans",
  this_user: "cet utilisateur|cette utilisatrice|l utilisateur est|je suis|ce compte",
  fetch:
    "chargez|charge|charger|lisez|lis|ouvrez|ouvre|recuperez|recupere|visitez|visite|consultez|telechargez|accedez|lire",
  role_name: "systeme|assistant|administrateur|note a l ia|note pour l ia|note a l assistant|a l attention de l ia",
  discuss:
    "exemple*|phrase|phrases|formation|detect*|attaque|attaques|explique*|decrit|cite|citent|article|test|tests|modele d attaque|avertissement|rapport|cours",
  common: "les|des|une|est|dans|pour|que|qui|avec|sur|pas|plus|nous|vous|cette|sont|par|aux|mais|comme",
  restart: "recommence|recommencez|repars de zero|repartez de zero|a zero",
  void: "annulees|ne sont plus valables|caduques|ne s appliquent plus|obsoletes|nulles|invalides|sans effet",
};

export const SPANISH: Dictionary = {
  override_verb:
    "deja de seguir|deje de seguir|deja de obedecer|no cumplas|no cumpla|no respetes|no respete|no consideres|" +
    "no considere|no atiendas|no atienda|desestima|desestime|desecha|deseche|rechaza|rechace|abandona|abandone|" +
    "deja de lado|deje de lado|dejen de lado|desobedecer|quebranta|incumple|infringe|burla|evita seguir|no escuches|" +
    "prescinde de|pasen por alto|saltese|haz omision|ignora|ignore|ignoren|ignorad|ignorar|olvida|olvide|olviden|" +
    "olvidar|olvidate|omite|omita|omitan|omitir|descarta|descarte|descartar|desatiende|desobedece|desobedezca|anula|" +
    "anule|elude|eluda|evade|no sigas|no siga|no obedezcas|no obedezca|no hagas caso|no haga caso|haz caso omiso|" +
    "haga caso omiso|hagan caso omiso|no tengas en cuenta|no tenga en cuenta|pasa por alto|salta|saltate|invalida",
  previous:
    "precedente|que recibiste|que has recibido|recibidos|recibida|antedichas|ya dadas|mencionadas|mencionados|" +
    "antiguas|pasadas|preexistentes|de antes|mas arriba|hasta el momento|de inicio|previamente|anteriormente|" +
    "que se te dieron|se te dieron|anterior|anteriores|previas|previa|previos|previo|precedentes|de arriba|arriba|" +
    "iniciales|originales|existentes|hasta ahora|antes|recibidas|que te dieron|dadas",
  all: "todo|todas|todos|toda|cada|cualquier|estas|cualquiera",
  your: "tus|sus|tu|vuestras",
  instruction:
    "mandatos|ordenanzas|lineamientos|programacion|instruccion|instrucciones|indicaciones|directriz|directrices|" +
    "directivas|directiva|prompt|prompts|ordenes|comandos|consignas|pautas",
  policy:
    "regla|reglas|norma|normas|politica|politicas|restricciones|limitaciones|filtros|seguridad|salvaguardas|etica",
  weak_object: "mensaje|mensajes|texto|textos|conversacion|contexto|contenido",
  everything: "todo",
  told: "todo lo que se dijo|todo lo que te he dicho|todo lo que te dije|todo lo que te han dicho|lo que sabes|todo lo que aprendiste|todo lo que has aprendido|todo lo de arriba|todo lo previo|cuanto te dijeron|lo que se te dijo|todo lo que se te dijo|todo lo escrito arriba|lo que te dijeron|todo lo anterior|lo anterior|todo lo que sabes|lo que te han dicho|todo lo que te dijeron|todo lo dicho",
  new_orders: "nuevas instrucciones|nueva instruccion|nueva tarea|nuevas ordenes|en su lugar",
  reveal_verb:
    "revela|revele|revelen|revelar|muestra|muestre|mostrar|muestrame|imprime|imprima|imprimir|divulga|divulgue|filtra|filtre|expon|exponga|repite|repita|repetir|desvela|escribe|escriba|reproduce",
  say_verb:
    "di|dime|diga|dame|da|comparte|comparta|copia|copie|cual es|cuales son|incluye|incluya|anade|traduce|resume|proporciona|cuentame|describe",
  system_prompt:
    "prompt del sistema|prompt de sistema|mensaje del sistema|instrucciones del sistema|instrucciones ocultas|prompt oculto|instrucciones secretas|instrucciones internas|instrucciones iniciales|prompt inicial|reglas internas|reglas ocultas|reglas privadas|tus instrucciones|sus instrucciones|tus reglas|tu prompt|indicaciones del sistema|indicacion del sistema|instrucciones originales",
  secret:
    "contrasena|contrasenas|credenciales|clave api|claves api|clave de api|claves de api|secreto|secretos|token|tokens|claves|clave privada",
  data: "base de datos|datos|archivos|correos|documentos|contactos|historial|clientes|registros|datos de clientes",
  send_verb:
    "envia|envie|envien|enviar|envialo|manda|mande|mandar|transmite|reenvia|reenvie|sube|suba|transfiere|transfiera|exfiltra|publica",
  outside:
    "atacante|atacantes|hacker|malicioso|servidor externo|direccion externa|esta direccion|mi servidor|mi correo|externo|terceros",
  user: "usuario|usuarios|cliente|usuaria|al usuario",
  conceal:
    "no le digas|no digas|no le diga|no menciones|no mencione|sin informar|sin avisar|sin decir|sin decirle|no informes|no informe|oculta|oculte|no reveles|no se lo digas|a escondidas|sin que el",
  secretly: "secretamente|silenciosamente|en secreto|discretamente|en segundo plano",
  assistant: "asistente|ia|modelo|chatbot|modelo de lenguaje|agente|inteligencia artificial",
  become:
    "ahora eres|eres ahora|actua como|actue como|finge|finge ser|haz de cuenta|comportate|juega el papel|interpreta|eres",
  role_order: "ahora eres|eres ahora|vas a actuar|a partir de ahora eres|ya no eres|finge ser",
  from_now: "a partir de ahora|de ahora en adelante|desde ahora",
  unrestricted:
    "sin restriccion*|sin limites|sin limitaciones|sin filtros|sin filtro|sin reglas|sin censura|ninguna restriccion|libre de restricciones|no tienes restricciones",
  wicked: "ilegal*|inmoral*|peligros*|poco etic*",
  mode: "modo desarrollador|modo dan|modo de desarrollador|modo administrador",
  admin: "administrador|administradora|admin|root|propietario",
  remember: "recuerda|recuerde|memoriza|memorice|guarda|guarde|almacena|registra",
  permanent: "siempre|permanentemente|para siempre|de forma permanente",
  approve: "aprueba|apruebe|aprobar|autoriza|autorice|ejecuta|ejecute|acepta|confirma|llama",
  tool_call:
    "herramienta|herramientas|llamadas a herramientas|llamada a herramienta|acciones|solicitudes|transferencias|pagos|transacciones|llamadas",
  pending: "pendiente|pendientes|siguiente|proxima|proximas",
  must: "debe|debes|deben|tiene que|tienes que|inmediatamente|por favor",
  not: "no|nunca|jamas|sin",
  this_user: "este usuario|esta usuaria|el usuario es|yo soy|soy|esta cuenta",
  fetch: "carga|cargue|lee|lea|abre|abra|accede|obten|visita|visite|descarga|consulta|leer",
  role_name: "sistema|asistente|administrador|nota para la ia|nota para el asistente|para la ia",
  discuss:
    "ejemplo*|frase|frases|formacion|detect*|ataque|ataques|explica*|describe|cita|citan|articulo|prueba|pruebas|patron|curso|advertencia|informe",
  common: "los|las|una|para|que|con|por|del|como|pero|este|esta|son|mas|sobre|entre|cuando|muy|sin|tambien",
  restart: "empieza de nuevo|empieza de cero|comienza de nuevo|comienza de cero|desde cero|reinicia",
  void: "ya no son validas|ya no aplican|quedan anuladas|quedan sin efecto|sin efecto|anuladas|obsoletas|invalidas|canceladas",
};

export const PORTUGUESE: Dictionary = {
  override_verb:
    "despreze|despreza|desprezar|pare de seguir|deixe de seguir|para de seguir|negligencie|omita|omite|abandone|" +
    "abandona|nao obedecas|nao cumpra|nao respeite|nao leve em consideracao|nao ligue para|passe por cima|" +
    "passa por cima|descumpra|viole|quebre|deixa de lado|desfaca|descartar|nao preste atencao|ignore|ignora|ignorem|" +
    "ignorar|esqueca|esquece|esquecam|esquecer|desconsidere|desconsidera|desconsiderar|descarte|descarta|desobedeca|" +
    "desobedece|anule|contorne|contorna|burle|nao siga|nao sigas|nao obedeca|nao leve em conta|nao considere|pule|" +
    "deixe de lado|desrespeite",
  previous:
    "que voce recebeu|recebidos|que lhe foram dadas|que foram dadas|anteriormente|previamente|antigas|passadas|" +
    "de antes|de cima|mencionadas|preexistentes|ate aqui|ate o momento|anterior|anteriores|previas|previos|previa|" +
    "precedentes|acima|iniciais|originais|existentes|ate agora|antes|recebidas|que recebeu|dadas",
  all: "todo|todas|todos|toda|cada|qualquer|quaisquer|tudo|essas|estas",
  your: "suas|seus|sua|seu|tuas|teus",
  instruction:
    "indicacoes|programacao|mandamentos|instrucoes do sistema|instrucao|instrucoes|diretriz|diretrizes|orientacao|" +
    "orientacoes|prompt|prompts|ordens|comandos|diretivas",
  policy: "regra|regras|norma|normas|politica|politicas|restricoes|limitacoes|filtros|seguranca|etica",
  weak_object: "mensagem|mensagens|texto|textos|conversa|contexto|conteudo",
  everything: "tudo",
  told: "tudo o que lhe disseram|tudo que lhe disseram|tudo o que te disseram|tudo que te disseram|tudo o que veio antes|tudo que veio antes|o que lhe foi dito|tudo o que lhe foi dito|tudo o que aprendeu|tudo o que voce aprendeu|tudo que eu disse|tudo o que eu disse|tudo anterior|o que voce sabe|tudo o que esta acima|tudo que esta acima|o que te disseram|tudo o que foi dito|tudo acima|o que foi dito|tudo o que voce sabe|tudo que voce sabe|tudo que foi dito",
  new_orders: "novas instrucoes|nova instrucao|nova tarefa|novas ordens|em vez disso",
  reveal_verb:
    "revele|revela|revelar|mostre|mostra|mostrar|exiba|exibe|exibir|imprima|imprime|divulgue|divulga|vaze|exponha|repita|repete|repetir|escreva|reproduza",
  say_verb:
    "diga|diz|me diga|me de|de|compartilhe|partilhe|copie|qual e|quais sao|inclua|adicione|traduza|resuma|forneca|conte|descreva",
  system_prompt:
    "prompt do sistema|prompt de sistema|mensagem do sistema|mensagem de sistema|instrucoes do sistema|instrucoes de sistema|instrucoes ocultas|prompt oculto|instrucoes secretas|instrucoes internas|instrucoes iniciais|prompt inicial|regras internas|regras ocultas|regras privadas|suas instrucoes|tuas instrucoes|suas regras|seu prompt|instrucoes originais",
  secret:
    "senha|senhas|credenciais|chave de api|chaves de api|chave api|chaves api|segredo|segredos|token|tokens|palavra passe|chave privada|chaves",
  data: "banco de dados|base de dados|dados|arquivos|ficheiros|emails|documentos|contatos|historico|clientes|registros",
  send_verb:
    "envie|envia|enviem|enviar|mande|manda|mandar|transmita|encaminhe|encaminha|carregue|transfira|exfiltre|publique|poste",
  outside:
    "atacante|atacantes|hacker|malicioso|servidor externo|endereco externo|este endereco|meu servidor|meu email|externo|terceiros",
  user: "usuario|usuarios|utilizador|utilizadores|cliente|ao usuario",
  conceal:
    "nao diga|nao conte|nao mencione|sem informar|sem avisar|sem dizer|nao informe|oculte|esconda|nao revele|as escondidas|sem que o",
  secretly: "secretamente|silenciosamente|em segredo|discretamente|em segundo plano",
  assistant: "assistente|ia|modelo|chatbot|modelo de linguagem|agente|inteligencia artificial",
  become:
    "voce e agora|agora voce e|tu es agora|aja como|atue como|finja|finja ser|comporte se|interprete|faca o papel|voce e",
  role_order: "voce e agora|agora voce e|a partir de agora voce|finja ser|voce vai agir|voce nao e mais",
  from_now: "a partir de agora|de agora em diante|doravante",
  unrestricted:
    "sem restricoes|sem restricao|sem limites|sem limitacoes|sem filtros|sem filtro|sem regras|sem censura|nenhuma restricao|livre de restricoes",
  wicked: "ilegal|ilegais|imoral|perigos*|antietic*",
  mode: "modo desenvolvedor|modo dan|modo de desenvolvedor|modo administrador",
  admin: "administrador|administradora|admin|root|proprietario",
  remember: "lembre|lembra|memorize|guarde|armazene|registre|salve",
  permanent: "sempre|permanentemente|para sempre",
  approve: "aprove|aprova|aprovar|autorize|execute|aceite|confirme|chame",
  tool_call:
    "ferramenta|ferramentas|chamadas de ferramenta|chamada de ferramenta|acoes|solicitacoes|transferencias|pagamentos|transacoes|chamadas",
  pending: "pendente|pendentes|proxima|proximas|seguinte",
  must: "deve|devem|tem que|precisa|imediatamente|por favor",
  not: "nao|nunca|jamais|sem",
  this_user: "este usuario|este utilizador|o usuario e|eu sou|esta conta",
  fetch: "carregue|leia|le|abra|acesse|aceda|obtenha|visite|baixe|consulte|ler",
  role_name: "sistema|assistente|administrador|nota para a ia|para a ia",
  discuss:
    "exemplo*|frase|frases|treinamento|formacao|detect*|ataque|ataques|explica*|descreve|cita|artigo|teste|testes|padrao|curso|aviso|relatorio",
  common: "os|as|uma|para|que|com|por|dos|das|como|mas|este|esta|sao|mais|sobre|entre|quando|muito|tambem",
  restart: "comece de novo|comece do zero|recomece|do zero|reinicie",
  void: "nao sao mais validas|nao valem mais|estao anuladas|anuladas|canceladas|obsoletas|invalidas|sem efeito",
};

export const ITALIAN: Dictionary = {
  override_verb:
    "disattendi|disattendete|disattendere|non considerate|non considera|non rispettare|non rispettate|non ascoltare|" +
    "smetti di seguire|smettete di seguire|abbandona|abbandonate|metti da parte|mettete da parte|lascia stare|" +
    "infrangi|viola|violate|trasgredisci|evita di seguire|eludi|eludete|sorvola|non badare|non tener conto|" +
    "disobbedire|accantona|omettere|ometti|scordati|scorda|fai finta che non|ignora|ignorate|ignori|ignorare|" +
    "dimentica|dimenticate|dimentichi|dimenticare|trascura|trascurate|scarta|scartate|disobbedisci|aggira|aggirate|" +
    "annulla|annullate|non seguire|non seguite|non obbedire|non tenere conto|non tenete conto|non considerare|" +
    "tralascia|tralasciate|bypassa|sovrascrivi|lascia perdere",
  previous:
    "precedentemente|in precedenza|di prima|originarie|originaria|vecchie|passate|che ti sono state date|" +
    "che hai ricevuto|che ti hanno dato|date prima|qui sopra|soprastanti|suddette|fino ad ora|fino a questo momento|" +
    "preesistenti|impartite|anteriore|antecedenti|gia date|ti sono state|precedente|precedenti|sopra|anteriori|" +
    "iniziali|originali|esistenti|finora|prima|ricevute|ricevuti|date|fornite|di cui sopra",
  all: "tutto|tutte|tutti|tutta|ogni|qualsiasi|queste",
  your: "tue|tuoi|tua|tuo|vostre|vostri|sue",
  instruction:
    "consegna|consegne|programmazione|istruzione|istruzioni|direttiva|direttive|indicazione|indicazioni|prompt|" +
    "ordini|comandi|linee guida",
  policy: "regola|regole|politica|politiche|restrizione|restrizioni|limitazioni|filtri|sicurezza|etica|norme",
  weak_object: "messaggio|messaggi|testo|testi|conversazione|contesto|contenuto",
  everything: "tutto",
  told: "cio che ti e stato detto|tutto cio che ti e stato detto|tutto quello che ti e stato detto|quello che ti hanno detto|tutto quello che ti hanno detto|cio che e stato detto|tutto cio che e stato detto|quanto e stato detto|tutto quello che hai imparato|tutto il precedente|tutto cio che viene prima|tutto quanto sopra|tutto quello che ti ho detto|quello che e stato detto|cio che sai|quello che ti e stato detto|tutto cio che precede|quanto detto|tutto quello che sai|quello che sai|tutto cio che sai|cio che precede|quanto sopra",
  new_orders: "nuove istruzioni|nuova istruzione|nuovo compito|nuovi ordini|invece",
  reveal_verb:
    "rivela|rivelate|riveli|rivelare|mostra|mostrate|mostrami|mostrare|stampa|stampate|divulga|divulgate|esponi|ripeti|ripetete|ripetere|svela|svelate|scrivi|scrivete|riproduci|visualizza",
  say_verb:
    "dimmi|dite|dammi|date|condividi|condividete|copia|copiate|qual e|quali sono|includi|includete|aggiungi|traduci|riassumi|fornisci|descrivi",
  system_prompt:
    "prompt di sistema|prompt del sistema|messaggio di sistema|istruzioni di sistema|istruzioni del sistema|istruzioni nascoste|prompt nascosto|istruzioni segrete|istruzioni interne|istruzioni iniziali|prompt iniziale|regole interne|regole nascoste|regole private|tue istruzioni|le tue regole|tuo prompt|istruzioni originali",
  secret: "password|credenziali|chiave api|chiavi api|segreto|segreti|token|chiavi|chiave privata",
  data: "database|base di dati|dati|file|email|documenti|contatti|cronologia|clienti|registri",
  send_verb:
    "invia|inviate|inviare|manda|mandate|mandare|trasmetti|trasmettete|inoltra|inoltrate|carica|caricate|trasferisci|esfiltra|pubblica|spedisci",
  outside:
    "attaccante|attaccanti|hacker|malevolo|server esterno|indirizzo esterno|questo indirizzo|mio server|mia email|esterno|terzi",
  user: "utente|utenti|cliente|all utente",
  conceal:
    "non dire|non dirlo|non dite|non menzionare|non menzionate|senza informare|senza avvisare|senza dire|non informare|nascondi|nascondete|non rivelare|di nascosto|all insaputa",
  secretly: "segretamente|silenziosamente|in segreto|di nascosto|in background",
  assistant: "assistente|ia|modello|chatbot|modello linguistico|agente|intelligenza artificiale",
  become: "ora sei|adesso sei|sei ora|agisci come|comportati|fingi|fingi di essere|interpreta|recita|tu sei|sei un",
  role_order: "ora sei|adesso sei|d ora in poi sei|fingi di essere|non sei piu",
  from_now: "d ora in poi|da ora in poi|da adesso|d ora in avanti",
  unrestricted:
    "senza restrizioni|senza restrizione|senza limiti|senza limitazioni|senza filtri|senza filtro|senza regole|senza censura|nessuna restrizione|libero da restrizioni",
  wicked: "illegal*|immoral*|pericolos*|non etic*",
  mode: "modalita sviluppatore|modalita dan|modalita amministratore",
  admin: "amministratore|amministratrice|admin|root|proprietario",
  remember: "ricorda|ricordate|memorizza|memorizzate|salva|salvate|registra",
  permanent: "sempre|permanentemente|per sempre",
  approve: "approva|approvate|approvare|autorizza|autorizzate|esegui|eseguite|accetta|conferma|chiama",
  tool_call:
    "strumento|strumenti|chiamate agli strumenti|chiamata allo strumento|azioni|richieste|bonifici|pagamenti|transazioni|chiamate",
  pending: "in sospeso|in attesa|prossima|prossime|successiva|pendenti",
  must: "deve|devi|devono|dovete|bisogna|immediatamente|per favore",
  not: "non|mai|senza",
  this_user: "questo utente|l utente e|io sono|questo account",
  fetch: "carica|leggi|leggete|apri|aprite|accedi|ottieni|visita|visitate|scarica|consulta",
  role_name: "sistema|assistente|amministratore|nota per l ia|per l ia",
  discuss:
    "esempio|esempi|frase|frasi|formazione|rileva*|attacco|attacchi|spiega*|descrive|cita|articolo|prova|prove|schema|corso|avviso|rapporto",
  common: "il|lo|gli|una|per|che|con|del|della|come|ma|questo|questa|sono|piu|sui|tra|quando|molto|anche",
  restart: "ricomincia|ricominciate|da capo|da zero|riparti da zero",
  void: "non sono piu valide|non valgono piu|annullate|nulle|obsolete|non si applicano piu|decadute",
};
