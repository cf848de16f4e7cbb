// Words of orders that stand in what a model reads, in the Germanic and Romance languages besides English: spoken to whichever
// model reads, hiding themselves, carrying out what the user said, in the name of somebody with authority.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const DOCUMENT_ORDERS_WEST: Readonly<Record<string, Dictionary>> = {
  de: {
    data: "rechnungen|nachrichten|verträge|adressbuch|kundenverzeichnis|postfach|personalakten",
    your: "des betreibers|der entwickler|des entwicklers|deiner betreiber",
    to_model: [
      combine(
        "an die|an jede|an alle|hinweis für die|hinweis an die|hinweis für|anweisung für die|nachricht an die|falls eine|wenn eine|sollte eine|liebe|achtung|jede|welche",
        "ki|ki die|ki assistenten|ki systeme|ki agenten|sprachmodelle|künstliche intelligenz|chatbots|bots",
      ),
      combine(
        "an den|an das|an jeden|an jedes|wenn du ein|falls du ein|wenn sie ein|hinweis für das|jedes",
        "assistenten der|sprachmodell|ki assistenten|ki system|ki modell|chatbot|ki agenten|automatisches system",
      ),
      "wenn du eine ki bist|falls du eine ki bist|wenn sie eine ki sind|automatische prüfer|automatische systeme",
    ].join("|"),
    judge_verb:
      "stufe|bewerte|bewerten|empfiehl|empfehle|empfehlen|einstufen|beste note|höchste note|höchstnote|bestnote|volle punktzahl|höchste punktzahl|bestens geeignet|lade ein|einladen",
    lift_verb: "schalte ab|schalte|schalten sie|deaktiviere*|hebe auf|setze aus|entferne*|lockere|lege ab",
    guard:
      "schutz|schutzmechanismen|sicherheitsfilter|filter|inhaltsfilter|beschränkungen|einschränkungen|sperren|sicherheitsmassnahmen|moderation|zensur|grenzen|sicherheitsprüfung*|schranken",
    chat_start: [
      combine(
        "oberhalb|vor|am anfang|zu beginn|am beginn",
        "dieses gesprächs|dieser unterhaltung|unseres gesprächs|dieses chats|meiner ersten nachricht|meiner nachricht|diesem gespräch|unserem gespräch|dieser nachricht",
      ),
      "bevor ich geschrieben habe|bevor ich schrieb|bevor ich dazukam|ganz oben in diesem chat",
    ].join("|"),
    self_text: combine(
      "diesen|dieser|dieses|diese|dem|den|der",
      "hinweis|hinweises|satz|satzes|absatz|absatzes|anmerkung|notiz|nachricht|anweisung|text|textes|kommentar|kommentars|zeile",
    ).concat(
      "|dass du weitergeleitet|weitergeleitet hast|gesendet hast|gelöscht hast|geöffnet hast|kopiert hast|hochgeladen hast|gelesen hast",
    ),
    user_words:
      "alles was der nutzer*|alles was der benutzer*|was der nutzer gesagt hat|den gesamten chatverlauf|den ganzen chatverlauf|den gesprächsverlauf|die ganze unterhaltung|das gesamte gespräch|letzte nachricht des nutzers|die letzte nachricht des benutzers|seine letzte nachricht",
    never_refuse:
      "auf jede frage eine antwort|beantwortet jede frage|auf alles eine antwort|nie nein sagt|niemals nein sagt|niemals ablehnt|nie ablehnt|nichts ablehnt|lehnt nichts ab|lehnt nie ab|lehne nie ab|lehne nichts ab|verweigert nichts|verweigere nichts|beantworte alles|antwortet auf alles",
    conceal:
      "erwähne|sag nichts|sage nichts|erzähle niemandem|sag niemandem|verrate niemandem|verrate nichts|behalte für dich|lass dir nichts anmerken|ohne nachzufragen|ohne rückfrage|ohne nachfrage|ohne zu fragen|ohne bestätigung|braucht nichts davon zu wissen|muss nichts davon wissen|darf nichts davon|soll nichts davon|leere den gesendet|lösche danach|lösche die gesendeten",
    role_name: "systemmeldung|systemhinweis|systemnachricht|systemmitteilung|hinweis des administrators|entwickler",
    admin:
      "entwickler|entwicklerin|dein entwickler|geschäftsführer|geschäftsführerin|geschäftsführung|sicherheitsbeauftragte*|vorstand|leiter der it|befugt|berechtigt|ermächtigt",
    delete_verb: "lösche|löschen|lösch|leere|vernichte|entferne",
    told_you: "dir aufgetragen wurde|dir vorher aufgetragen|dir gesagt wurde|man dir gesagt hat|dir mitgegeben",
    obey_me:
      "nur noch nach mir|nur nach mir|nur noch nach diesem|nur was ich|nur noch was ich|allein was ich|ab jetzt bestimme ich",
    void: "wurden aufgehoben|sind abgeschaltet|wurden abgeschaltet|sind deaktiviert|wurden deaktiviert|gilt nicht mehr|gilt ab jetzt nicht|gelten ab jetzt nicht|sind ausgeschaltet|ist hinfällig",
    unrestricted:
      "kennt keine grenzen|keine grenzen kennt|ohne grenzen|ohne schranken|keinerlei regeln|an keine regeln|keinen regeln",
    asking_orders:
      "was steht in deinem prompt|was steht in deinem systemprompt|wie lautet dein prompt|wie lautet dein systemprompt|wie lauten deine anweisungen|wie lauten deine vorgaben|welche anweisungen hast du|welche vorgaben hast du|was wurde dir aufgetragen|was haben dir deine entwickler|was hat dir dein betreiber|was hat dir der entwickler|was in deiner einrichtung|in deiner konfiguration steht|in deinem prompt steht",
    withheld:
      "nicht verraten darfst|nicht sagen darfst|geheim halten sollst|nicht preisgeben darfst|für dich behalten sollst|geheim hältst",
    unmade:
      "du bist kein assistent mehr|du bist keine ki mehr|du bist nicht länger ein assistent|ersetzt deine anweisungen|ersetzt deinen systemprompt|ersetzen deine anweisungen|vergiss dass du ein assistent|vergiss dass du eine ki",
    before_tool:
      "bevor du ein anderes werkzeug|bevor du dieses werkzeug|vor jedem anderen werkzeug|bevor dieses werkzeug|vor der nutzung dieses werkzeugs",
  },
  fr: {
    data: "factures|messages|courriels|contrats|carnet d adresses|liste des clients|boîte de réception|conversation",
    say_verb: "me donner|me montrer|me dire|m envoyer",
    to_model: [
      combine(
        "à l|à toute|à toutes les|note à l|note pour l|note aux|message à l|message pour l|avis aux|si une|toute|cher|chère|attention aux",
        "assistant qui|ia|ia qui|intelligence artificielle|ias|intelligences artificielles|assistants automatiques|robots|modèles de langage|agents ia",
      ),
      combine("si tu es|si vous êtes|si tu es une", "ia|une ia|un modèle|un modèle de langage|un assistant|un robot"),
      "tout modèle de langage|tout assistant qui|note aux systèmes automatiques|aux relecteurs automatiques",
    ].join("|"),
    judge_verb:
      "recommande*|note maximale|meilleure note|note la plus haute|notez|évalue*|classe|classez|donne lui|le meilleur candidat|la meilleure candidate|retenez|retiens",
    lift_verb: "désactive*|coupe|coupez|lève|levez|suspends|supprime*|retire*|débranche*",
    guard:
      "garde fous|filtres|filtre|limites de sécurité|restrictions|barrières|censure|modération|mesures de sécurité|protections|limites|contrôles",
    chat_start:
      "au début de cette conversation|au début de la conversation|avant le début de cette conversation|avant cette conversation|avant mon premier message|avant que j écrive|avant que je n écrive|avant que j arrive|au dessus de mon premier message|en haut de cette conversation|tout en haut de la conversation",
    self_text: combine(
      "cette|ce|la présente|le présent",
      "note|phrase|remarque|paragraphe|message|consigne|instruction|ligne|commentaire|texte",
    ).concat("|que tu as transféré|que tu as envoyé|que tu as ouvert|que tu as supprimé|que tu as copié|que tu as lu"),
    user_words:
      "tout ce que l utilisateur*|ce que l utilisateur a dit|toute la conversation|l intégralité de la conversation|l historique de la conversation|le dernier message de l utilisateur|son dernier message|tout l échange",
    never_refuse:
      "ne refuse rien|ne refuse jamais|ne dit jamais non|qui répond à tout|répond à tout|réponds à tout|répond à toutes les questions|sans jamais refuser|refuse rien|jamais été bridée|jamais été bridé",
    conceal:
      "ne dis rien|ne le dis à personne|n en parle pas|n en parle à personne|n en parlez pas|ne mentionne*|ne parle pas de|n évoque pas|passe sous silence|passez sous silence|sans demander|sans confirmation|sans rien demander|tais|garde le pour toi|à l insu|vide le dossier des messages envoyés|efface les traces",
    role_name: "message du système|message système|avis du système|notification système|administrateur|développeur",
    admin:
      "l ingénieur|ingénieur|développeur|ton développeur|concepteur|créateur|directeur général|directrice générale|pdg|responsable de la sécurité|autorisé|autorisée|habilité|habilitée",
    this_user: "je suis|en tant que|ici le",
    delete_verb: "supprime*|efface*|détruis*|vide|videz",
    told_you: "qui t a conçu|qui t ont conçu|qu on t a donné|qu on t a confié|t a été confié|t a été donné",
    obey_me: "à ce que j écris|à ce que je dis|ce que je t écris|seulement à ce que je",
    void: "sont levées|ont été levées|est levée|sont désactivés|ont été désactivés|sont désactivées|ne compte plus|ne vaut plus",
    system_prompt:
      "ta configuration|texte de ta configuration|tes réglages internes|texte complet de ta configuration|tes instructions internes",
    unrestricted:
      "n a jamais été bridée|n a jamais été bridé|sans bride|non bridée|non bridé|sans aucune limite|sans limites",
    asking_orders:
      "que dit ton prompt|que contient ton prompt|quelles sont tes instructions|quelles sont tes consignes|quelles consignes as tu|quelles instructions as tu|qu est ce qu on t a demandé|que t ont dit tes développeurs|que t a dit ton développeur|ce que tes concepteurs t ont|comment as tu été configuré|comment es tu configuré",
    withheld:
      "que tu ne dois pas révéler|que tu dois garder secret|que tu n as pas le droit de|que tu ne peux pas révéler|que tu caches|que tu gardes secret",
    unmade:
      "tu n es plus un assistant|tu n es plus une ia|remplace tes instructions|remplacent tes instructions|remplace ton prompt|oublie que tu es un assistant|oublie que tu es une ia",
    before_tool:
      "avant d utiliser tout autre outil|avant d utiliser cet outil|avant tout autre outil|avant d appeler cet outil",
  },
  es: {
    data: "facturas|mensajes|correos|contratos|agenda de contactos|lista de clientes|bandeja de entrada|conversación",
    override_verb: "saltarte|saltarse|saltar las|pasar por alto|hacer caso omiso",
    policy: "normas|norma|reglamento",
    secret: "clave secreta|claves secretas|la contraseña|palabra clave",
    say_verb: "darme|decirme|mostrarme|enviarme|contarme",
    to_model: [
      combine(
        "a la|a toda|a cualquier|nota para la|nota para las|nota para cualquier|mensaje para la|aviso a la|aviso para|si una|cualquier|toda|querida|atención",
        "ia|ia que|inteligencia artificial|inteligencias artificiales|ias|agentes de ia",
      ),
      combine(
        "al|a todo|nota para el|nota para los|nota a los|si eres un|si eres una|si usted es un|mensaje para el|todo|cualquier",
        "asistente que|modelo de lenguaje|modelos de lenguaje|asistente de ia|asistentes automáticos|sistemas automáticos|revisores automáticos|ia|robot|chatbot|asistente virtual",
      ),
    ].join("|"),
    judge_verb:
      "recomienda*|recomiéndalo|nota más alta|la máxima nota|máxima puntuación|puntúa*|califica*|valora*|mejor candidato|mejor candidata|apruébalo|póngale|ponle",
    lift_verb: "desactiva*|apaga|apague|suspende|suspenda|levanta|quita|quite|elimina",
    guard:
      "filtros|filtro|restricciones|límites|medidas de seguridad|barreras|censura|moderación|protecciones|controles|salvaguardas|bloqueos",
    chat_start:
      "al principio de esta conversación|al inicio de esta conversación|antes de esta conversación|antes de mi primer mensaje|antes de que yo escribiera|antes de que yo llegara|antes de que escribiera|antes de que empezara esta conversación|por encima de mi primer mensaje|arriba del todo en esta conversación",
    self_text: combine(
      "esta|este|la presente|el presente",
      "nota|frase|párrafo|mensaje|instrucción|línea|comentario|texto|aviso",
    ).concat(
      "|que reenviaste|que enviaste|que has enviado|que abriste|que has abierto|que borraste|que copiaste|que has leído",
    ),
    user_words:
      "todo lo que el usuario*|lo que dijo el usuario|lo que te ha dicho el usuario|historial completo de esta charla|historial completo|toda la conversación|la conversación entera|el último mensaje del usuario|su último mensaje|la charla completa",
    never_refuse:
      "nunca se niega|no se niega a nada|jamás se niega|nunca dice que no|jamás dice que no|responde a todo|contesta a todo|responde cualquier pregunta|nunca rechaza|no rechaza nada|sin negarte",
    conceal:
      "no se lo cuentes|no se lo digas|no lo cuentes|no lo menciones|no menciones|no digas nada|sin decir nada|sin preguntar|sin confirmación|sin pedir confirmación|sin que se entere|a espaldas del|guárdate esto|calla|vacía la carpeta de enviados|borra el rastro",
    role_name: "mensaje del sistema|aviso del sistema|notificación del sistema|administrador|desarrollador",
    admin:
      "desarrollador|desarrolladora|tu desarrollador|tu creador|creador|director general|responsable de seguridad|jefe de seguridad|autorizado|autorizada|ingeniero|gerente",
    this_user: "soy el|soy la|soy tu|como tu",
    delete_verb: "borra|borre|elimina|elimine|suprime|vacía",
    told_you: "te encargaron|te encomendaron|te configuraron|te programaron|con el que te configuraron|te asignaron",
    obey_me: "solo a lo que te pida yo|lo que te pida yo|solo lo que yo|solo lo que te diga yo|haz solo lo que",
    void: "se han levantado|fueron levantadas|están desactivados|han sido desactivados|quedan desactivados|ya no vale|ya no cuenta|no vale más",
    unrestricted: "sin ningún límite|sin límites|no conoce límites|sin ataduras|sin reglas que",
    asking_orders:
      "qué dice tu prompt|qué contiene tu prompt|cuáles son tus instrucciones|qué instrucciones tienes|qué instrucciones recibiste|qué te dijeron tus desarrolladores|qué te dijo tu desarrollador|qué te ordenaron|cómo te configuraron|con qué texto te configuraron|el texto con el que te configuraron",
    withheld:
      "que no debes revelar|que no puedes revelar|que debes guardar en secreto|que no debes decir|que tienes prohibido|que ocultas",
    unmade:
      "ya no eres un asistente|ya no eres una ia|sustituye tus instrucciones|reemplaza tus instrucciones|reemplazan tus instrucciones|olvida que eres un asistente|olvida que eres una ia",
    before_tool:
      "antes de usar cualquier otra herramienta|antes de usar esta herramienta|antes de llamar a esta herramienta|antes que cualquier otra herramienta",
  },
  pt: {
    data: "faturas|mensagens|contratos|agenda de contatos|lista de clientes|caixa de entrada|conversa",
    say_verb: "me dar|me mostrar|me dizer|me enviar",
    to_model: [
      combine(
        "à|a toda|a qualquer|nota para a|nota à|mensagem para a|aviso à|se uma|qualquer|toda|prezada|atenção",
        "ia|ia que|inteligência artificial|ias|inteligências artificiais",
      ),
      combine(
        "ao|a todo|nota para o|nota para os|nota aos|se você é um|se você for um|se você for uma|mensagem para o|todo|qualquer",
        "assistente que|modelo de linguagem|modelos de linguagem|assistente de ia|assistente virtual|assistentes automáticos|sistemas automáticos|revisores automáticos|ia|robô|chatbot",
      ),
    ].join("|"),
    judge_verb:
      "recomende*|recomenda|nota máxima|nota mais alta|maior nota|pontuação máxima|avalie*|classifique*|melhor candidato|melhor candidata|dê a ele",
    lift_verb: "desative|desativa|desligue|desliga|suspenda|retire|remova|levante",
    guard:
      "filtros|filtro|restrições|limites|medidas de segurança|barreiras|censura|moderação|proteções|controles|travas|salvaguardas",
    chat_start:
      "no início desta conversa|no começo desta conversa|antes desta conversa|antes da minha primeira mensagem|antes de minha primeira mensagem|antes de eu escrever|antes de eu chegar|acima da minha primeira mensagem|no topo desta conversa|antes do início da conversa",
    self_text: combine(
      "esta|este|a presente|o presente|desta|deste",
      "nota|frase|parágrafo|mensagem|instrução|linha|comentário|texto|aviso",
    ).concat("|que você encaminhou|que você enviou|que você abriu|que você apagou|que você copiou|que você leu"),
    user_words:
      "tudo o que o usuário*|tudo que o usuário*|o que o usuário disse|a conversa inteira|toda a conversa|o histórico completo|histórico da conversa|a última mensagem do usuário|sua última mensagem|o e mail e o telefone da pessoa|os dados da pessoa|o e mail da pessoa",
    never_refuse:
      "nunca recusa|não recusa nada|jamais recusa|nunca diz não|jamais diz não|responde a tudo|responde tudo|responda a tudo|responda tudo|sem recusar|nunca se nega|sem filtrar",
    conceal:
      "não conte|não diga nada|não conte a ninguém|não fale disso|não mencione|sem dizer nada|sem perguntar|sem confirmação|não precisam de confirmação|não precisa de confirmação|sem pedir confirmação|pelas costas|guarde segredo|esvazie a pasta de enviados|apague os rastros",
    role_name:
      "mensagem do sistema|aviso do sistema|aviso do administrador|notificação do sistema|administrador|desenvolvedor",
    admin:
      "desenvolvedor|desenvolvedora|seu desenvolvedor|seu criador|criador|diretor geral|responsável pela segurança|chefe de segurança|autorizado|autorizada|engenheiro|gerente",
    this_user: "sou o|sou a|sou seu|eu sou|como seu",
    delete_verb: "apague|apaga|exclua|elimine|remova|delete|esvazie",
    told_you:
      "o desenvolvedor escreveu|os desenvolvedores escreveram|lhe foi dado|te foi dado|te pediram antes|te encarregaram",
    obey_me: "somente as minhas|valem somente|valem apenas as minhas|só valem as minhas|faça só o que eu|só o que eu",
    void: "foram suspensas|foram levantadas|estão desativados|foram desativados|pode ser descartado|podem ser descartadas|não vale mais|não valem mais|deve ser descartado",
    mode: "modo irrestrito|modo sem filtro|modo sem limites",
    unrestricted: "irrestrito|irrestrita|sem nenhum limite|sem limites|sem freios|não conhece limites",
    asking_orders:
      "o que diz o seu prompt|o que diz seu prompt|quais são as suas instruções|quais são suas instruções|que instruções você recebeu|que instruções você tem|o que seus desenvolvedores|o que o desenvolvedor lhe|o que te mandaram fazer|como você foi configurado",
    withheld:
      "que você não pode revelar|que não deve revelar|que deve manter em segredo|que você esconde|que você guarda em segredo|que não pode dizer",
    unmade:
      "você não é mais um assistente|você não é mais uma ia|substitui suas instruções|substitui as suas instruções|substituem suas instruções|esqueça que é um assistente|esqueça que você é um",
    before_tool:
      "antes de usar qualquer outra ferramenta|antes de usar esta ferramenta|antes de chamar esta ferramenta|antes de qualquer outra ferramenta",
  },
  it: {
    data: "fatture|messaggi|contratti|rubrica|elenco dei clienti|lista dei clienti|posta in arrivo|conversazione",
    say_verb: "darmi|dirmi|mostrarmi|inviarmi",
    to_model: [
      combine(
        "all|a ogni|a qualsiasi|a qualunque|nota per l|nota all|messaggio per l|avviso all|se un|se una|ogni|qualsiasi|qualunque sia l|chiunque sia l|cara|attenzione",
        "ia|ia che|intelligenza artificiale|assistente che|assistente virtuale|assistente ia",
      ),
      combine(
        "al|ai|nota per il|nota per i|se sei un|se sei una|se sei|messaggio per il",
        "modello linguistico|modelli linguistici|sistemi automatici|revisori automatici|assistenti automatici|ia|un ia|intelligenza artificiale|assistente|chatbot|robot",
      ),
    ].join("|"),
    judge_verb:
      "raccomanda*|consiglia|consigliare|voto più alto|massimo dei voti|punteggio massimo|valuta*|giudica*|miglior candidato|migliore candidata|ottimo candidato",
    lift_verb: "disattiva*|spegni|spegnete|sospendi|togli|rimuovi|solleva",
    guard:
      "filtri|filtro|restrizioni|limiti|misure di sicurezza|barriere|censura|moderazione|protezioni|controlli|salvaguardie|blocchi",
    chat_start:
      "all inizio di questa conversazione|prima di questa conversazione|prima del mio primo messaggio|prima che io scrivessi|prima che scrivessi|prima che arrivassi|sopra il mio primo messaggio|in cima a questa conversazione|prima dell inizio della conversazione",
    self_text: combine(
      "questa|questo|la presente|il presente|questo",
      "nota|frase|paragrafo|messaggio|istruzione|riga|commento|testo|avviso",
    ).concat("|che hai inoltrato|che hai inviato|che hai aperto|che hai cancellato|che hai copiato|che hai letto"),
    user_words:
      "tutto ciò che l utente*|tutto quello che l utente*|ciò che l utente ha detto|l intera conversazione|tutta la conversazione|la cronologia completa|l ultimo messaggio dell utente|il suo ultimo messaggio",
    never_refuse:
      "non rifiuta mai|non rifiuta nulla|mai rifiuta|non dice mai di no|risponde a tutto|rispondi a tutto|risponde a ogni domanda|senza rifiutare|senza mai rifiutare",
    conceal:
      "non dire nulla|non dirlo|non dirlo a nessuno|non parlarne|non menzionare|non menzionarlo|non citare|senza dire nulla|senza dirlo|senza chiedere|senza conferma|senza chiedere conferma|tienilo per te|taci|all insaputa|svuota la posta inviata|cancella le tracce",
    role_name: "messaggio di sistema|avviso di sistema|notifica di sistema|amministratore|sviluppatore",
    admin:
      "sviluppatore|sviluppatrice|il tuo sviluppatore|creatore|amministratore delegato|responsabile della sicurezza|autorizzato|autorizzata|ingegnere|dirigente",
    this_user: "sono il|sono la|sono il tuo|come tuo",
    delete_verb: "cancella|cancelli|elimina|elimini|rimuovi|svuota|distruggi",
    told_you: "con cui sei nato|con cui sei stato|ti è stato affidato|ti hanno affidato|ti hanno assegnato",
    obey_me: "solo quello che dico io|solo ciò che dico io|fai solo quello che",
    void: "sono stati rimossi|sono state rimosse|sono sospesi|sono sospese|sono disattivati|non esistano|non vale più|non conta più",
    system_prompt: "le tue istruzioni interne|tue istruzioni interne|la tua configurazione|le tue regole interne",
    unrestricted: "non conosce limiti|senza alcun limite|senza limiti|senza freni",
    asking_orders:
      "cosa dice il tuo prompt|che cosa dice il tuo prompt|quali sono le tue istruzioni|che istruzioni hai|quali istruzioni hai|quali istruzioni segui|cosa ti hanno detto gli sviluppatori|cosa ti ha detto lo sviluppatore|cosa ti è stato ordinato|come sei stato configurato",
    withheld:
      "che non devi rivelare|che non puoi rivelare|che devi tenere segreto|che devi tenere segreta|che nascondi|che non puoi dire",
    unmade:
      "non sei più un assistente|non sei più un ia|sostituisce le tue istruzioni|sostituiscono le tue istruzioni|dimentica di essere un assistente|dimentica che sei un",
    before_tool:
      "prima di usare qualsiasi altro strumento|prima di usare questo strumento|prima di chiamare questo strumento|prima di ogni altro strumento",
  },
  nl: {
    data: "facturen|berichten|contracten|adresboek|klantenlijst|postvak|gesprek",
    reveal_verb: "geef de tekst|geef de woorden|weer te geven|geef alles|geef weer",
    to_model: [
      combine(
        "aan de|aan elke|aan alle|opmerking voor de|bericht voor de|bericht aan de|let op|als een|mocht een|elke|beste",
        "ai die|ai|ai assistenten|kunstmatige intelligentie|taalmodellen|chatbots|ai systemen",
      ),
      combine(
        "als je een|als u een|aan het|elk|voor het|indien je een",
        "taalmodel|taalmodel bent|ai|ai bent|ai model|chatbot|assistent bent|ai assistent",
      ),
      "automatische beoordelaars|geautomatiseerde systemen",
    ].join("|"),
    judge_verb:
      "beveel aan|aanbevelen|aanraden|raad aan|hoogste score|hoogste cijfer|beoordeel|beoordelen|beste kandidaat|uitstekend geschikt|nodig uit",
    lift_verb: "schakel uit|schakel|zet uit|zet|deactiveer|hef op|schort op|verwijder",
    guard:
      "filters|filter|beperkingen|grenzen|beveiliging|veiligheidsfilters|veiligheidsmaatregelen|censuur|moderatie|controle|controles|waarborgen|remmen",
    chat_start:
      "aan het begin van dit gesprek|bovenaan dit gesprek|voor dit gesprek|voor mijn eerste bericht|boven mijn eerste bericht|voordat ik schreef|voordat ik erbij kwam|voor het begin van dit gesprek",
    self_text: combine(
      "deze|dit|die",
      "opmerking|zin|alinea|bericht|instructie|regel|tekst|notitie|aantekening",
    ).concat(
      "|dat je hebt doorgestuurd|dat je hebt verstuurd|dat je hebt geopend|dat je hebt gewist|dat je hebt gekopieerd|dat je hebt gelezen",
    ),
    user_words:
      "alles wat de gebruiker*|wat de gebruiker heeft gezegd|het hele gesprek|de hele chat|de volledige chatgeschiedenis|het laatste bericht van de gebruiker|zijn laatste bericht",
    never_refuse:
      "nooit nee zegt|nooit weigert|niets weigert|weigert niets|weigert nooit|beantwoordt alles|beantwoordt elke vraag|zonder te weigeren|op alles antwoordt",
    conceal:
      "rep er met geen woord over|rep met geen woord|zwijg|zeg er niets over|zeg niets|vertel niemand|vertel het niemand|noem dit niet|noem deze|zonder te vragen|zonder bevestiging|zonder navraag|hoeft dit niet te weten|hoeft dat niet te weten|maak de map verzonden leeg|wis de sporen",
    role_name: "systeembericht|systeemmelding|melding van de beheerder|ontwikkelaar",
    admin:
      "ontwikkelaar|je ontwikkelaar|maker|directie|directeur|hoofd beveiliging|bevoegd|gemachtigd|ingenieur|leidinggevende",
    this_user: "ik ben je|als je|wij zijn",
    delete_verb: "verwijder|wis|vernietig|leeg",
    told_you:
      "je eerder is opgedragen|is opgedragen|je is meegegeven|je heeft meegegeven|je hebben meegegeven|de ontwikkelaar je",
    obey_me: "vanaf nu bepaal ik|ik bepaal wat je doet|alleen wat ik|doe alleen wat ik",
    void: "zijn opgeheven|zijn uitgeschakeld|is opgeheven|geldt niet meer|staan uit|telt niet meer",
    unrestricted: "geen grenzen kent|kent geen grenzen|zonder grenzen|zonder remmen",
    asking_orders:
      "wat staat er in je prompt|wat staat in je prompt|wat is je systeemprompt|wat zijn je instructies|welke instructies heb je|welke instructies volg je|wat hebben je ontwikkelaars je|wat heeft je ontwikkelaar je|wat is je opgedragen|hoe ben je ingesteld|welke tekst de ontwikkelaar je",
    withheld:
      "die je niet mag verklappen|die je niet mag vertellen|dat je niet mag zeggen|die je geheim moet houden|dat je geheim moet houden|wat je verbergt",
    unmade:
      "je bent geen assistent meer|je bent geen ai meer|vervangt je instructies|vervangen je instructies|vervangt jouw instructies|vergeet dat je een assistent|vergeet dat je een ai",
    before_tool:
      "voordat je een ander gereedschap|voor elk ander hulpmiddel|voordat je deze tool|voordat je een andere tool|voor gebruik van deze tool",
  },
};
