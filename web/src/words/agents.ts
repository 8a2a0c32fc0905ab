// The agents that can be chosen, by names that say how well they play.

export interface AgentName {
  spec: string;
  name: string;
  about: string;
}

export const AGENTS: AgentName[] = [
  { spec: 'random', name: 'Beginner', about: 'plays anything that is legal' },
  { spec: 'greedy', name: 'Casual', about: 'takes what it can' },
  { spec: 'mcts:100', name: 'Club', about: 'looks a little ahead' },
  { spec: 'mcts:400', name: 'Strong', about: 'looks further ahead' },
  { spec: 'mcts:1500', name: 'Expert', about: 'thinks for some seconds' },
  { spec: 'search-maxn:depth=2', name: 'Calculator', about: 'two decisions deep, everybody for their own side' },
  { spec: 'search-paranoid:depth=2', name: 'Pessimist', about: 'two decisions deep, expecting the worst of everybody' },
];

export function agentName(spec: string): string {
  return AGENTS.find((agent) => agent.spec === spec)?.name ?? spec;
}
