/** Names the opened projections for whoever is given them: they are an interface, which no class stands for. */
export const READ_MODELS = Symbol('read models');
