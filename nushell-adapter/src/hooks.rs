//! The hooks of an interactive shell.

use nu_cmd_base::hook::{eval_env_change_hook, eval_pre_execution_hooks, eval_pre_prompt_hooks};
use nu_protocol::ShellError;

use crate::{evaluate::Shell, ui::Sink, walk};

impl Shell {
    /// What the user wants done before a command.
    pub(crate) fn before_command(&mut self, code: &str, sink: &Sink) {
        if self.ui.interactive {
            let result = eval_pre_execution_hooks(&mut self.engine, &mut self.stack, code);
            self.tell(result, sink);
        }
    }

    /// What the user wants done when the environment has changed, and before each prompt.
    pub(crate) fn before_prompt(&mut self, sink: &Sink) {
        if !self.ui.interactive {
            return;
        }
        let hooks = self.engine.get_config().hooks.env_change.clone();
        let changed = eval_env_change_hook(&hooks, &mut self.engine, &mut self.stack);
        self.tell(changed, sink);
        let prompted = eval_pre_prompt_hooks(&mut self.engine, &mut self.stack);
        self.tell(prompted, sink);
    }

    fn tell(&self, result: Result<(), ShellError>, sink: &Sink) {
        if let Err(error) = result
            && !sink.cancelled()
        {
            sink.send(walk::report(&self.engine, &error));
        }
    }
}
