// English words for what no model is to help with: weapons, drugs, crimes, malware and what goes with them. People write of these
// things every day, so that they say something only beside words that free a model from its bounds; they are added to the
// other English words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const ENGLISH_HARMS: Dictionary = {
  harm: [
    "crystal meth|cook meth|make meth|making meth|methamphetamine|fentanyl|lsd|mdma|heroin|cocaine|sarin|ricin|mustard gas|nerve agent|nerve gas|napalm|thermite|chloroform|" +
      "cyanide|anthrax|molotov|molotov cocktail|molotov cocktails|pipe bomb|pipe bombs|dirty bomb|nail bomb|car bomb|homemade bomb|" +
      "bomb making|explosives|ghost gun|homemade silencer|full auto|bioweapon|biological weapon|chemical weapon|chemical weapons",
    combine(
      "make|making|build|building|construct|assemble|plant|buy|sell|cook|get",
      "a bomb|bombs|a gun|a weapon|weapons|illegal drugs|drugs|poison|poisons",
    ),
    "ransomware|keylogger|malware|spyware|rootkit|botnet|phishing|ddos|malicious payload|malicious code|scam mail|scam email|scam",
    combine(
      "hack|hacking|hack into|hacking into|break into|breaking into|spy on|stalk|steal|drug",
      "a|an|the|my|someone|somebody|insta|instagram|facebook|wifi|accounts|another|people|passwords",
    ),
    "shoplift|shoplifting|hotwire|counterfeit|counterfeit money|forge a|launder|laundering|launder money|money laundering|embezzle|" +
      "blackmail|blackmailing|extort|kidnap|kidnapping|murder|murders|assassinate|hitman|poison a|poison someone|poison somebody|untraceable poison|stalking|torture|torturing|rape|" +
      "suicide|self harm|genocide|mass shooting|school shooting|terrorist attack|trafficking|hide a body|dispose of a body|credit card fraud|" +
      "evade the police|avoid the police|drug test|breathalyser|breathalyzer|pick a lock|pick the lock",
    combine(
      "fake|forged|stolen|cloned",
      "id|ids|passport|passports|documents|prescription|certificate|identity|credit card|card numbers",
    ),
    combine("clone|clone a|skim|skimming", "credit card|credit cards|debit card"),
    combine("without", "being caught|getting caught|being noticed|being traced|papers|leaving traces"),
    "porn|pornography|erotica|erotic scene|incest|slurs|racial slurs|hate speech|bigotry|disinformation",
  ].join("|"),
};
